// rule: certificate-unchecked
package main

import (
	"context"
	"crypto/tls"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("quote",
		mcp.WithDescription("Show a quote of the day"),
		mcp.WithString("day", mcp.Required(), mcp.Description("The day")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

var client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	day, err := request.RequireString("day")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	resp, err := client.Get("https://quotes.example.com/today")
	if err != nil {
		return mcp.NewToolResultError("day: no answer"), nil
	}
	defer resp.Body.Close()
	return mcp.NewToolResultText(day + resp.Status), nil
}
