package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("list_logs",
		mcp.WithDescription("List the logs"),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("folder", mcp.Required(), mcp.Description("The folder")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	folder, err := request.RequireString("folder")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if !filepath.IsLocal(folder) {
		return mcp.NewToolResultError("folder: must be local"), nil
	}
	entries, err := os.ReadDir(filepath.Join("/srv/app", folder))
	if err != nil {
		return mcp.NewToolResultError("folder: cannot be read"), nil
	}
	return mcp.NewToolResultText(entries[0].Name()), nil
}
