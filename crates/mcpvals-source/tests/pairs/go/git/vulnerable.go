// rule: argument-injection
package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("clone",
		mcp.WithDescription("Clone a repository with git"),
		mcp.WithString("repository", mcp.Required(), mcp.Description("The repository")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	repository, err := request.RequireString("repository")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if err := exec.CommandContext(ctx, "git", "clone", repository, "/tmp/work").Run(); err != nil {
		return mcp.NewToolResultError("repository: cannot be cloned"), nil
	}
	return mcp.NewToolResultText("cloned"), nil
}
