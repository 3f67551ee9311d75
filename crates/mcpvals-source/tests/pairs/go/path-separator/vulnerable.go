// rule: path-prefix-bypass
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
	tool := mcp.NewTool("delete_draft",
		mcp.WithDescription("Delete a draft"),
		mcp.WithString("draft", mcp.Required(), mcp.Description("The draft")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

type store struct {
	root string
}

func (s *store) locate(draft string) (string, error) {
	path := filepath.Clean(filepath.Join(s.root, draft))
	if !strings.HasPrefix(path, s.root) {
		return "", errors.New("draft: outside of the drafts")
	}
	return path, nil
}

var drafts = &store{root: "/srv/drafts"}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	draft, err := request.RequireString("draft")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	path, err := drafts.locate(draft)
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if err := os.Remove(path); err != nil {
		return mcp.NewToolResultError("draft: no such draft"), nil
	}
	return mcp.NewToolResultText("deleted"), nil
}
