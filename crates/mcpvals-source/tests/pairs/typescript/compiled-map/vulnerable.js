// rule: command-injection
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const index_js_1 = require("@modelcontextprotocol/sdk/server/index.js");
const types_js_1 = require("@modelcontextprotocol/sdk/types.js");
const child_process_1 = require("child_process");
const util_1 = require("util");
const execAsync = (0, util_1.promisify)(child_process_1.exec);
const TOOLS = [
    { name: "disk_usage", description: "Show how large a folder is", inputSchema: { type: "object", properties: { folder: { type: "string" } } } },
];
async function diskUsage(args) {
    const { stdout } = await execAsync(`du -sh ${args.folder}`);
    return { content: [{ type: "text", text: stdout }] };
}
const handlers = { disk_usage: diskUsage };
const server = new index_js_1.Server({ name: "disk", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(types_js_1.ListToolsRequestSchema, async () => ({ tools: TOOLS }));
server.setRequestHandler(types_js_1.CallToolRequestSchema, async (request) => {
    const handler = handlers[request.params.name];
    return handler(request.params.arguments);
});
