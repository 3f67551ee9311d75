import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { execFile, exec } from "node:child_process";
import Database from "better-sqlite3";
import path from "node:path";
import fs from "node:fs";
const db = new Database("x");
const server = new McpServer({ name: "x", version: "1" });
const run = (program: string, ...argv: string[]) => execFile(program, argv);
server.registerTool("program_through_a_rest", { description: "Does a", inputSchema: { p: z.string() } }, async (args) => { run(args.p, "x"); return { content: [] }; });
server.registerTool("line_through_a_rest", { description: "Does b", inputSchema: { p: z.string() } }, async (args) => { run("bash", "-c", args.p); return { content: [] }; });
server.registerTool("list_of_the_callers", { description: "Does c", inputSchema: { p: z.string(), hs: z.array(z.string()) } }, async (args) => {
  const u = new URL(args.p);
  if (!args.hs.some((h) => h === u.hostname)) throw new Error("no");
  return { content: [{ type: "text", text: await (await fetch(u)).text() }] }; });
server.registerTool("quotes_by_hand", { description: "Does d", inputSchema: { p: z.array(z.string()) } }, async (args) => {
  return { content: [{ type: "text", text: JSON.stringify(db.prepare(`SELECT * FROM x WHERE id IN (${args.p.map((x) => "'" + x + "'").join(",")})`).all()) }] }; });
server.registerTool("pattern_with_dots_and_slashes", { description: "Does e", inputSchema: { p: z.string().regex(/^[a-z./]+$/) } }, async (args) => {
  return { content: [{ type: "text", text: fs.readFileSync(path.join("/srv/x", args.p), "utf8") }] }; });
server.registerTool("first_letter_only", { description: "Does f", inputSchema: { p: z.string() } }, async (args) => {
  const text = args.p.replace(/[;&|$`]/, "");
  exec("whois " + text); return { content: [] }; });
server.registerTool("run_where_it_is_not_found", { description: "Does g", inputSchema: { p: z.string() } }, async (args) => {
  const table: Record<string, string> = { a: "x" };
  const known = table[args.p];
  if (known) return { content: [] };
  exec("whois " + args.p); return { content: [] }; });
const behind = (base: string, rest: string) => base + rest;
server.registerTool("host_behind_a_scheme", { description: "Does h", inputSchema: { p: z.string() } }, async (args) => {
  return { content: [{ type: "text", text: await (await fetch(behind("https://", args.p))).text() }] }; });
server.registerTool("host_that_has_no_end", { description: "Does i", inputSchema: { p: z.string() } }, async (args) => {
  return { content: [{ type: "text", text: await (await fetch(behind("https://api.example.com", args.p))).text() }] }; });
server.registerTool("start_of_the_callers", { description: "Does j", inputSchema: { p: z.string() } }, async (args) => {
  return { content: [{ type: "text", text: await (await fetch(behind(behind("https://api.", args.p), "/x"))).text() }] }; });
server.registerTool("start_replaced", { description: "Does k", inputSchema: { p: z.string(), q: z.boolean() } }, async (args) => {
  let url = "https://api.example.com/";
  if (args.q) url = args.p;
  url += "x";
  return { content: [{ type: "text", text: await (await fetch(url)).text() }] }; });
