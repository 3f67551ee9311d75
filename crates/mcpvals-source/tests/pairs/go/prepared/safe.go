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
	tool := mcp.NewTool("find_town",
		mcp.WithDescription("Find a town"),
		mcp.WithString("name", mcp.Required(), mcp.Description("Which")),
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
		return mcp.NewToolResultError("name: missing"), nil
	}
	statement, err := db.PrepareContext(ctx, "SELECT id FROM towns WHERE name = ?")
	if err != nil {
		return mcp.NewToolResultError("the towns could not be read"), nil
	}
	var id int
	_ = statement.QueryRowContext(ctx, name).Scan(&id)
	return mcp.NewToolResultText(fmt.Sprint(id)), nil
}
