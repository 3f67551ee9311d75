// rule: server-side-request-forgery
package main

import (
	"context"
	"io"
	"net/http"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var ours = regexp.MustCompile(`^https://wiki.example.com/`)

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
	if !ours.MatchString(address) {
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
