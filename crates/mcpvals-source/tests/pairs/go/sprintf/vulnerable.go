// rule: command-injection
package main

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("restart",
		mcp.WithDescription("Restart a unit"),
		mcp.WithString("unit", mcp.Required(), mcp.Description("The unit")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func restart(ctx context.Context, line string) error {
	return exec.CommandContext(ctx, "bash", "-c", line).Run()
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	unit, err := request.RequireString("unit")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if err := restart(ctx, fmt.Sprintf("systemctl restart %s", unit)); err != nil {
		return mcp.NewToolResultError("unit: could not be restarted"), nil
	}
	return mcp.NewToolResultText("restarted"), nil
}
