package main

import (
	"context"
	"database/sql"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("drop_index",
		mcp.WithDescription("Drop an index of the search"),
		mcp.WithString("index", mcp.Required(), mcp.Description("The index")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

var db *sql.DB

var identifier = regexp.MustCompile(`^[a-z_]+$`)

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	index, err := request.RequireString("index")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if !identifier.MatchString(index) {
		return mcp.NewToolResultError("index: lower-case letters only"), nil
	}
	if _, err := db.ExecContext(ctx, "DROP INDEX "+index); err != nil {
		return mcp.NewToolResultError("index: cannot be dropped"), nil
	}
	return mcp.NewToolResultText("dropped"), nil
}
