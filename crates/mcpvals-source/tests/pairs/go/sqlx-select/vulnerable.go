// rule: sql-injection
package main

import (
	"context"
	"fmt"
	"github.com/jmoiron/sqlx"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("find_city",
		mcp.WithDescription("Find a city"),
		mcp.WithString("name", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

var db *sqlx.DB

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := request.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError("name: missing"), nil
	}
	var cities []string
	if err := db.SelectContext(ctx, &cities, fmt.Sprintf("SELECT name FROM cities WHERE name = '%s'", name)); err != nil {
		return mcp.NewToolResultError("name: no such city"), nil
	}
	return mcp.NewToolResultText(fmt.Sprint(cities)), nil
}
