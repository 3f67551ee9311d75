package main

import (
	"context"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("version",
		mcp.WithDescription("Report the version of the server"),
		mcp.WithString("verbose", mcp.Required(), mcp.Description("The verbose")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	verbose, err := request.RequireString("verbose")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	_ = verbose
	return mcp.NewToolResultText(strings.Join([]string{"1.0.0", os.Getenv("LANG")}, "\n")), nil
}
