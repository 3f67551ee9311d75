package main

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type arguments struct {
	Term string `json:"term" jsonschema:"what to look for"`
}

func inspect(ctx context.Context, request *mcp.CallToolRequest, args arguments) (*mcp.CallToolResult, any, error) {
	var command *exec.Cmd
	switch args.Term {
	case "disk":
		command = exec.CommandContext(ctx, "df", "-h")
	case "memory":
		command = exec.CommandContext(ctx, "free", "-m")
	default:
		return nil, nil, fmt.Errorf("term: disk or memory")
	}
	out, err := command.Output()
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "demo", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "inspect", Description: "Inspect the machine"}, inspect)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		panic(err)
	}
}
