package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("fetch_page",
		mcp.WithDescription("Fetch a web page"),
		mcp.WithString("url", mcp.Required(), mcp.Description("The url")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

func public(raw string) error {
	parsed, err := url.Parse(raw)
	if err != nil {
		return err
	}
	ips, err := net.LookupIP(parsed.Hostname())
	if err != nil {
		return err
	}
	for _, ip := range ips {
		if ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() {
			return errors.New("url: address of a private network")
		}
	}
	return nil
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	url, err := request.RequireString("url")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if err := public(url); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	resp, err := http.Get(url)
	if err != nil {
		return mcp.NewToolResultError("url: no answer"), nil
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return mcp.NewToolResultText(string(body)), nil
}
