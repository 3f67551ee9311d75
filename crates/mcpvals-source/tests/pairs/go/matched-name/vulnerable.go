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
	tool := mcp.NewTool("service_log",
		mcp.WithDescription("Show the log of a service"),
		mcp.WithString("service", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	service, err := request.RequireString("service")
	if err != nil {
		return mcp.NewToolResultError("service: missing"), nil
	}
	out, err := exec.CommandContext(ctx, "bash", "-c", "journalctl -u "+service+" | tail -50").Output()
	if err != nil {
		return mcp.NewToolResultError("service: no log"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
