package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type arguments struct {
	Unit string `json:"unit"`
}

func show(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args arguments
	if err := request.BindArguments(&args); err != nil {
		return mcp.NewToolResultError("unit: a text is needed"), nil
	}
	out, err := exec.CommandContext(ctx, "systemctl", "status", "--", args.Unit).Output()
	if err != nil {
		return mcp.NewToolResultError("unit: there is none of that name"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	s.AddTool(mcp.NewTool("unit_state", mcp.WithDescription("Show the state of a unit"), mcp.WithString("unit")), show)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}
