// rule: chosen-program
package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("tail",
		mcp.WithDescription("Show the end of a log"),
		mcp.WithString("log", mcp.Required(), mcp.Description("The log")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	log, err := request.RequireString("log")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	out, err := exec.CommandContext(ctx, log, "--version").Output()
	if err != nil {
		return mcp.NewToolResultError("log: cannot be shown"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
