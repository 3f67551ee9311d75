// rule: server-side-request-forgery
package main

import (
	"context"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("list_files",
		mcp.WithDescription("List the files of our service"),
		mcp.WithString("owner", mcp.Required(), mcp.Description("The owner")),
		mcp.WithString("branch", mcp.Required(), mcp.Description("The branch")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	owner, err := request.RequireString("owner")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	branch, err := request.RequireString("branch")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	address := "https://"
	address += owner
	address += ".example.com/files"
	if branch != "" {
		address += "?ref=" + branch
	}
	resp, err := http.Get(address)
	if err != nil {
		return mcp.NewToolResultError("no answer"), nil
	}
	defer resp.Body.Close()
	content, _ := io.ReadAll(resp.Body)
	return mcp.NewToolResultText(string(content)), nil
}
