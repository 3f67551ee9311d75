package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("demo", "1.0.0")
	tool := mcp.NewTool("check_site",
		mcp.WithDescription("Check a site"),
		mcp.WithString("address", mcp.Required(), mcp.Description("Which")),
	)
	s.AddTool(tool, handle)
	if err := server.ServeStdio(s); err != nil {
		panic(err)
	}
}

var client = &http.Client{
	Timeout:       5 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func public(address string) error {
	parsed, err := url.Parse(address)
	if err != nil {
		return err
	}
	ips, err := net.LookupIP(parsed.Hostname())
	if err != nil {
		return err
	}
	for _, ip := range ips {
		if ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() {
			return fmt.Errorf("%s is not public", ip)
		}
	}
	return nil
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	address, err := request.RequireString("address")
	if err != nil {
		return mcp.NewToolResultError("address: missing"), nil
	}
	if err := public(address); err != nil {
		return mcp.NewToolResultError("address: only public sites"), nil
	}

	response, err := client.Get(address)
	if err != nil {
		return mcp.NewToolResultError("url: no answer"), nil
	}
	defer response.Body.Close()
	data, _ := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return mcp.NewToolResultText(string(data)), nil
}
