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
	tool := mcp.NewTool("save_draft",
		mcp.WithDescription("Save a draft"),
		mcp.WithString("title", mcp.Required(), mcp.Description("The title")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title, err := request.RequireString("title")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	target := filepath.Join("/srv/drafts", filepath.Base(title))
	if err := os.WriteFile(target, []byte("draft"), 0o600); err != nil {
		return mcp.NewToolResultError("title: cannot be saved"), nil
	}
	return mcp.NewToolResultText("saved"), nil
}
