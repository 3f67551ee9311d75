package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("read_part",
		mcp.WithDescription("Read a part"),
		mcp.WithString("part", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	part, err := request.RequireString("part")
	if err != nil {
		return mcp.NewToolResultError("part: missing"), nil
	}
	if strings.Contains(part, "..") || filepath.IsAbs(part) {
		return mcp.NewToolResultError("part: must stay in the parts"), nil
	}
	data, err := os.ReadFile(filepath.Join("/srv/parts", part))
	if err != nil {
		return mcp.NewToolResultError("part: no such part"), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}
