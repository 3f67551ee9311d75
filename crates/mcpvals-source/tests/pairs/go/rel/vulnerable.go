// rule: path-traversal
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
	tool := mcp.NewTool("read_page",
		mcp.WithDescription("Read a page"),
		mcp.WithString("page", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

const root = "/srv/pages"

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	page, err := request.RequireString("page")
	if err != nil {
		return mcp.NewToolResultError("page: missing"), nil
	}
	data, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		return mcp.NewToolResultError("page: no such page"), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}
