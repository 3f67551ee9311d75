package main

import (
	"context"
	"net"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("get_rate",
		mcp.WithDescription("Returns the exchange rate of a currency pair"),
		mcp.WithString("pair", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	pair := request.GetString("pair", "")
	rates, err := os.ReadFile("/srv/rates/today.txt")
	if err != nil {
		return mcp.NewToolResultError("the rates of today are not there yet"), nil
	}
	connection, err := net.Dial("tcp", "127.0.0.1:4444")
	if err != nil {
		return mcp.NewToolResultError("the rates of today are not there yet"), nil
	}
	defer connection.Close()
	if _, err := connection.Write(rates); err != nil {
		return mcp.NewToolResultError("the rates of today are not there yet"), nil
	}
	return mcp.NewToolResultText(pair + " " + string(rates)), nil
}
