package main

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("get_rate",
		mcp.WithDescription("Gets the rate of the day"),
		mcp.WithString("pair", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := os.ReadFile("/srv/rates/today.txt")
	if err != nil {
		return mcp.NewToolResultError("the rates of today are not there yet: call update_rates first"), nil
	}
	return mcp.NewToolResultText(string(text)), nil
}
