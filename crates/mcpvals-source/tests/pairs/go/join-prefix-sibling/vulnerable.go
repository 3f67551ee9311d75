// rule: path-prefix-bypass
package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("read_note",
		mcp.WithDescription("Reads a note"),
		mcp.WithString("name", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := request.GetString("name", "")
	path := filepath.Join("/srv/notes", name)
	if !strings.HasPrefix(path, "/srv/notes") {
		return mcp.NewToolResultError("name: no path out of the notes"), nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return mcp.NewToolResultError("name: there is no such note"), nil
	}
	return mcp.NewToolResultText(string(text)), nil
}
