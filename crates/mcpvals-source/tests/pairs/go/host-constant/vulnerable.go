// rule: server-side-request-forgery
package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("read_release",
		mcp.WithDescription("Read a release note"),
		mcp.WithString("address", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

var client = &http.Client{
	Timeout:       5 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	address, err := request.RequireString("address")
	if err != nil {
		return mcp.NewToolResultError("address: missing"), nil
	}
	response, err := client.Get(address)
	if err != nil {
		return mcp.NewToolResultError("url: no answer"), nil
	}
	defer response.Body.Close()
	data, _ := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return mcp.NewToolResultText(string(data)), nil
}
