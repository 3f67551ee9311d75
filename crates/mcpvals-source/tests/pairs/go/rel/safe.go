package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("read_page",
		mcp.WithDescription("Read a page"),
		mcp.WithString("page", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

const root = "/srv/pages"

func within(name string) (string, error) {
	full := filepath.Join(root, name)
	rel, err := filepath.Rel(root, full)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", errors.New("outside of the pages")
	}
	return full, nil
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	page, err := request.RequireString("page")
	if err != nil {
		return mcp.NewToolResultError("page: missing"), nil
	}
	full, err := within(page)
	if err != nil {
		return mcp.NewToolResultError("page: must stay in the pages"), nil
	}
	data, err := os.ReadFile(full)
	if err != nil {
		return mcp.NewToolResultError("page: no such page"), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}
