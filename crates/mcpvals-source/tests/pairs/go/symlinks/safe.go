package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("remove_upload",
		mcp.WithDescription("Remove an upload"),
		mcp.WithString("name", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

type store struct{ root string }

func (s store) locate(name string) (string, error) {
	real, err := filepath.EvalSymlinks(filepath.Join(s.root, name))
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(real, s.root+string(os.PathSeparator)) {
		return "", fmt.Errorf("outside of %s", s.root)
	}
	return real, nil
}

func (s store) remove(name string) error {
	real, err := s.locate(name)
	if err != nil {
		return err
	}
	return os.Remove(real)
}

var uploads = store{root: "/srv/uploads"}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := request.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError("name: missing"), nil
	}
	if err := uploads.remove(name); err != nil {
		return mcp.NewToolResultError("name: could not be removed"), nil
	}
	return mcp.NewToolResultText("removed"), nil
}
