// rule: chosen-program
package main

import (
	"context"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type arguments struct {
	Term string `json:"term" jsonschema:"what to look for"`
}

func inspect(ctx context.Context, request *mcp.CallToolRequest, args arguments) (*mcp.CallToolResult, any, error) {
	parts := strings.Fields(args.Term)
	out, err := exec.CommandContext(ctx, parts[0], parts[1:]...).Output()
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
