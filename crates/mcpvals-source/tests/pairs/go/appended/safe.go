package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("file_log",
		mcp.WithDescription("Show the log of a file"),
		mcp.WithString("file", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	file, err := request.RequireString("file")
	if err != nil {
		return mcp.NewToolResultError("file: missing"), nil
	}
	arguments := []string{"log", "--oneline"}
	arguments = append(arguments, "--", file)
	out, err := exec.CommandContext(ctx, "git", arguments...).Output()
	if err != nil {
		return mcp.NewToolResultError("file: no log"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
