// rule: template-injection
package main

import (
	"context"
	"strings"
	"text/template"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var settings = map[string]string{"sender": "us"}

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("render_greeting",
		mcp.WithDescription("Render a greeting"),
		mcp.WithString("body", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	made, err := template.New("greeting").Parse(request.GetString("body", ""))
	if err != nil {
		return mcp.NewToolResultError("body: no template"), nil
	}
	var text strings.Builder
	if err := made.Execute(&text, settings); err != nil {
		return mcp.NewToolResultError("body: cannot be filled"), nil
	}
	return mcp.NewToolResultText(text.String()), nil
}
