// rule: command-injection
package main

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type ConvertArgs struct {
	Source string `json:"source" jsonschema:"the image"`
	Width  int    `json:"width"`
}

func Convert(ctx context.Context, req *mcp.CallToolRequest, args ConvertArgs) (*mcp.CallToolResult, any, error) {
	line := fmt.Sprintf("convert -resize %d %s out.png", args.Width, args.Source)
	if err := exec.CommandContext(ctx, "sh", "-c", line).Run(); err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "images", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "convert_image", Description: "Convert an image"}, Convert)
	_ = server.Run(context.Background(), &mcp.StdioTransport{})
}
