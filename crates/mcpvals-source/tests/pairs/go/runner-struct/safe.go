package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("history",
		mcp.WithDescription("Show the history of a file"),
		mcp.WithString("file", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

type runner struct{ folder string }

func (r *runner) output(ctx context.Context, arguments ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "git", arguments...)
	command.Dir = r.folder
	return command.Output()
}

var run = &runner{folder: "/srv/repository"}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	file, err := request.RequireString("file")
	if err != nil {
		return mcp.NewToolResultError("file: missing"), nil
	}
	out, err := run.output(ctx, "log", "--oneline", "--", file)
	if err != nil {
		return mcp.NewToolResultError("git could not be run"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
