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
	tool := mcp.NewTool("list_people",
		mcp.WithDescription("List people"),
		mcp.WithString("order", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

var db *sql.DB

var columns = map[string]string{"name": "name", "age": "born DESC"}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	order, err := request.RequireString("order")
	if err != nil {
		return mcp.NewToolResultError("order: missing"), nil
	}
	column, ok := columns[order]
	if !ok {
		return mcp.NewToolResultError("order: name or age"), nil
	}
	rows, err := db.QueryContext(ctx, fmt.Sprintf("SELECT name FROM people ORDER BY %s", column))
	if err != nil {
		return mcp.NewToolResultError("the people could not be read"), nil
	}
	defer rows.Close()
	return mcp.NewToolResultText("done"), nil
}
