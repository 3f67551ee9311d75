package main

import (
	"context"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("evaluate",
		mcp.WithDescription("Sum up numbers"),
		mcp.WithString("formula", mcp.Required(), mcp.Description("The formula")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	formula, err := request.RequireString("formula")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	number, err := strconv.ParseFloat(formula, 64)
	if err != nil {
		return mcp.NewToolResultError("formula: a number"), nil
	}
	return mcp.NewToolResultText(strconv.FormatFloat(number, 'f', -1, 64)), nil
}
