// rule: sql-injection
package main

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type arguments struct {
	Term string `json:"term" jsonschema:"what to look for"`
}

func search(db *sql.DB) func(context.Context, *mcp.CallToolRequest, arguments) (*mcp.CallToolResult, any, error) {
	return func(ctx context.Context, request *mcp.CallToolRequest, args arguments) (*mcp.CallToolResult, any, error) {
		rows, err := db.QueryContext(ctx, fmt.Sprintf("SELECT title FROM notes WHERE body LIKE '%%%s%%'", args.Term))
		if err != nil {
			return nil, nil, fmt.Errorf("the notes could not be read")
		}
		defer rows.Close()
		return &mcp.CallToolResult{}, nil, nil
	}
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "demo", Version: "1.0.0"}, nil)
	db, _ := sql.Open("sqlite", "notes.db")
	mcp.AddTool(server, &mcp.Tool{Name: "search_notes", Description: "Search the notes"}, search(db))
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		panic(err)
	}
}
