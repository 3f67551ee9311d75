// rule: sql-injection
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
	tool := mcp.NewTool("find_order",
		mcp.WithDescription("Find an order"),
		mcp.WithString("customer", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

type orders struct{ db *sql.DB }

func (o *orders) of(ctx context.Context, condition string) (int, error) {
	var count int
	err := o.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM orders WHERE "+condition).Scan(&count)
	return count, err
}

var all = &orders{}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	customer, err := request.RequireString("customer")
	if err != nil {
		return mcp.NewToolResultError("customer: missing"), nil
	}
	count, err := all.of(ctx, fmt.Sprintf("customer = '%s'", customer))
	if err != nil {
		return mcp.NewToolResultError("the orders could not be read"), nil
	}
	return mcp.NewToolResultText(fmt.Sprint(count)), nil
}
