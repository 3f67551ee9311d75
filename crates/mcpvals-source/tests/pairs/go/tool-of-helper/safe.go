package main

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type serverTool struct {
	tool    mcp.Tool
	handler mcp.ToolHandlerFor[map[string]any, any]
}

// newTool has the toolset, the tool and its handler, as large servers do.
func newTool(toolset string, tool mcp.Tool, handler mcp.ToolHandlerFor[map[string]any, any]) serverTool {
	return serverTool{tool: tool, handler: handler}
}

func unitState(t func(key, text string) string) serverTool {
	return newTool(
		"units",
		mcp.Tool{
			Name:        "unit_state",
			Description: t("UNIT_STATE_DESCRIPTION", "Show the state of a unit"),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
			InputSchema: &jsonschema.Schema{
				Type:       "object",
				Properties: map[string]*jsonschema.Schema{"unit": {Type: "string", Description: "Which"}},
			},
		},
		func(ctx context.Context, _ *mcp.CallToolRequest, args map[string]any) (*mcp.CallToolResult, any, error) {
			unit, err := required[string](args, "unit")
			if err != nil {
				return nil, nil, err
			}
			out, err := exec.CommandContext(ctx, "systemctl", "status", "--", unit).Output()
			if err != nil {
				return nil, nil, fmt.Errorf("unit: there is none of that name")
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
		},
	)
}

func required[T comparable](args map[string]any, name string) (T, error) {
	var zero T
	value, ok := args[name].(T)
	if !ok || value == zero {
		return zero, fmt.Errorf("%s is missing", name)
	}
	return value, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "units", Version: "1.0.0"}, nil)
	made := unitState(func(_, text string) string { return text })
	mcp.AddTool(server, &made.tool, made.handler)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		panic(err)
	}
}
