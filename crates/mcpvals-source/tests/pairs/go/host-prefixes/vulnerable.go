// rule: server-side-request-forgery
package main

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var prefixes = []string{"https://wiki.example.com/", "https://"}

func ours(address string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(address, prefix) {
			return true
		}
	}
	return false
}

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("read_entry",
		mcp.WithDescription("Read an entry of our wiki"),
		mcp.WithString("link", mcp.Required(), mcp.Description("The link")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	link, err := request.RequireString("link")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	address := link
	if !ours(address) {
		return mcp.NewToolResultError("link: not of our wiki"), nil
	}
	resp, err := http.Get(address)
	if err != nil {
		return mcp.NewToolResultError("no answer"), nil
	}
	defer resp.Body.Close()
	content, _ := io.ReadAll(resp.Body)
	return mcp.NewToolResultText(string(content)), nil
}
