// The MCP server itself.

import { ListResourcesRequestSchema, McpError, McpServer, ReadResourceRequestSchema, z } from "./packages.mjs";

const says = (text) => ({ content: [{ type: "text", text }] });

export class Tools {
  constructor(documents) {
    this.documents = documents;
  }

  server() {
    const server = new McpServer({ name: "behind-oauth", version: "1.0.0" });
    server.registerTool("hello", { description: "Says hello" }, async () => says("hello"));
    server.registerTool("whoami", { description: "Says who calls" }, async ({ authInfo }) =>
      says(this.whoami(authInfo.extra.caller)),
    );
    server.registerTool("admin", { description: "Needs more than others" }, async () => says("done"));
    const upstream = { description: "Fetches a page", inputSchema: { url: z.string() } };
    server.registerTool("fetch_upstream", upstream, ({ url }, { authInfo }) => this.fetchUpstream(url, authInfo.token));
    const document = { description: "Gives a document of the caller's tenant", inputSchema: { id: z.string() } };
    server.registerTool("get_document", document, async ({ id }, { authInfo }) => {
      const { caller } = authInfo.extra;
      const found = this.documents.find(caller, id);
      return found ? says(found.text) : { ...says(this.documents.problem(caller, id).message), isError: true };
    });
    this.resources(server.server);
    return server;
  }

  /** Not with the SDK's own templates: these say of what there is not other things than of what is another's. */
  resources(server) {
    server.registerCapabilities({ resources: {} });
    server.setRequestHandler(ListResourcesRequestSchema, ({ params }, { authInfo }) => {
      const { documents, next } = this.documents.page(authInfo.extra.caller, params?.cursor);
      return { resources: documents.map(({ uri, name }) => ({ uri, name })), nextCursor: next };
    });
    server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }, { authInfo }) => {
      const { caller } = authInfo.extra;
      const found = this.documents.find(caller, uri);
      if (found) return { contents: [{ uri, mimeType: "text/plain", text: found.text }] };
      const { code, message } = this.documents.problem(caller, uri);
      throw new McpError(code, message, { uri });
    });
  }

  whoami({ principal, tenant }) {
    const [subject, client] = JSON.parse(principal);
    return JSON.stringify({ subject, client, tenant });
  }

  async fetchUpstream(url, token) {
    try {
      const response = await fetch(url, { headers: this.upstreamHeaders(token) });
      return says(`${response.status}: ${(await response.text()).slice(0, 1000)}`);
    } catch {
      return { ...says("it could not be fetched"), isError: true };
    }
  }

  /** The caller's token is for us, and for nobody else. */
  upstreamHeaders(_token) {
    return {};
  }
}
