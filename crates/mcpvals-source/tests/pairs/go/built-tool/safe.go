package main

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func unitState() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("unit_state", mcp.WithDescription("Show the state of a unit"), mcp.WithString("unit")),
		func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			unit, err := required[string](request, "unit")
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			out, err := exec.CommandContext(ctx, "systemctl", "status", "--", unit).Output()
			if err != nil {
				return mcp.NewToolResultError("unit: there is none of that name"), nil
			}
			return mcp.NewToolResultText(string(out)), nil
		}
}

func required[T comparable](request mcp.CallToolRequest, name string) (T, error) {
	var zero T
	value, ok := request.GetArguments()[name].(T)
	if !ok || value == zero {
		return zero, fmt.Errorf("%s is missing", name)
	}
	return value, nil
}

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	s.AddTool(unitState())
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}
