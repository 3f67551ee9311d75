package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("count_lines",
		mcp.WithDescription("Count the lines of a log"),
		mcp.WithString("file", mcp.Required(), mcp.Description("The file")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	file, err := request.RequireString("file")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	out, err := exec.CommandContext(ctx, "wc", "-l", file).Output()
	if err != nil {
		return mcp.NewToolResultError("file: cannot be read"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
