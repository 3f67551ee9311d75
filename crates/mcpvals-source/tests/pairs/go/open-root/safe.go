package main

import (
	"context"
	"io"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("read_config",
		mcp.WithDescription("Read a configuration"),
		mcp.WithString("name", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := request.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError("name: missing"), nil
	}
	root, err := os.OpenRoot("/etc/demo")
	if err != nil {
		return mcp.NewToolResultError("no configurations"), nil
	}
	defer root.Close()
	file, err := root.Open(name)
	if err != nil {
		return mcp.NewToolResultError("name: no such configuration"), nil
	}
	defer file.Close()
	data, _ := io.ReadAll(file)
	return mcp.NewToolResultText(string(data)), nil
}
