package main

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("find_user",
		mcp.WithDescription("Find users by name"),
		mcp.WithString("name", mcp.Required(), mcp.Description("The name")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

var db *sql.DB

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := request.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	rows, err := db.QueryContext(ctx, "SELECT id FROM users WHERE name = $1", name)
	if err != nil {
		return mcp.NewToolResultError("name: cannot be looked up"), nil
	}
	defer rows.Close()
	return mcp.NewToolResultText(fmt.Sprint(rows.Next())), nil
}
