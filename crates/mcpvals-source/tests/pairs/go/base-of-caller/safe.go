package main

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func at(base, path string) string {
	return fmt.Sprintf("%s/%s", base, path)
}

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("show_user",
		mcp.WithDescription("Show a user of our service"),
		mcp.WithString("place", mcp.Required(), mcp.Description("The place")),
		mcp.WithString("user", mcp.Required(), mcp.Description("The user")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	place, err := request.RequireString("place")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	user, err := request.RequireString("user")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	address := at("https://api.example.com/"+place, user)
	resp, err := http.Get(address)
	if err != nil {
		return mcp.NewToolResultError("no answer"), nil
	}
	defer resp.Body.Close()
	content, _ := io.ReadAll(resp.Body)
	return mcp.NewToolResultText(string(content)), nil
}
