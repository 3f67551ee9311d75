package main

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("probe",
		mcp.WithDescription("Report whether a service is up"),
		mcp.WithString("host", mcp.Required(), mcp.Description("The host")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

var hosts = map[string]string{"billing": "http://billing.internal/healthz", "search": "http://search.internal/healthz"}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	host, err := request.RequireString("host")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	target, known := hosts[host]
	if !known {
		return mcp.NewToolResultError("host: not one of our services"), nil
	}
	resp, err := http.Get(target)
	if err != nil {
		return mcp.NewToolResultError("host: no answer"), nil
	}
	defer resp.Body.Close()
	return mcp.NewToolResultText(resp.Status), nil
}
