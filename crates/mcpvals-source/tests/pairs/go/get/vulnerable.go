// rule: server-side-request-forgery
package main

import (
	"context"
	"fmt"
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

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	host, err := request.RequireString("host")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	resp, err := http.Get(fmt.Sprintf("http://%s/healthz", host))
	if err != nil {
		return mcp.NewToolResultError("host: no answer"), nil
	}
	defer resp.Body.Close()
	return mcp.NewToolResultText(resp.Status), nil
}
