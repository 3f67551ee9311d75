// rule: command-injection
package main

import (
	"os/exec"

	mcp "github.com/metoro-io/mcp-golang"
	"github.com/metoro-io/mcp-golang/transport/stdio"
)

type packing struct {
	Folder string `json:"folder" jsonschema:"required,description=Which folder"`
}

func main() {
	server := mcp.NewServer(stdio.NewStdioServerTransport())
	err := server.RegisterTool("pack", "Run tar over a folder", func(given packing) (*mcp.ToolResponse, error) {
		out, err := exec.Command("sh", "-c", "tar cf out.tar "+given.Folder).Output()
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResponse(mcp.NewTextContent(string(out))), nil
	})
	if err != nil {
		panic(err)
	}
}
