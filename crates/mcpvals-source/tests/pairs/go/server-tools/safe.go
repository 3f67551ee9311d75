package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func show(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "systemctl", "status", "--", request.GetString("unit", "")).Output()
	if err != nil {
		return mcp.NewToolResultError("unit: there is none of that name"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	s.AddTools(server.ServerTool{Tool: mcp.NewTool("unit_state", mcp.WithDescription("Show the state of a unit"), mcp.WithString("unit")), Handler: show})
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}
