// rule: command-injection
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

type runner struct{ shell string }

func (r *runner) output(ctx context.Context, line string) ([]byte, error) {
	return exec.CommandContext(ctx, r.shell, "-c", line).Output()
}

var run = &runner{shell: "/bin/sh"}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	file, err := request.RequireString("file")
	if err != nil {
		return mcp.NewToolResultError("file: missing"), nil
	}
	out, err := run.output(ctx, "git log --oneline "+file)
	if err != nil {
		return mcp.NewToolResultError("git could not be run"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
