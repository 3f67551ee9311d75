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
	tool := mcp.NewTool("read_report",
		mcp.WithDescription("Read a report"),
		mcp.WithString("name", mcp.Required(), mcp.Description("The name")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

const reports = "/srv/reports"

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := request.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	data, err := os.ReadFile(filepath.Join(reports, name))
	if err != nil {
		return mcp.NewToolResultError("name: no such report"), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}
