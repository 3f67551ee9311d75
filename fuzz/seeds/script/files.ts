import { readFileSync } from "node:fs";
export default JSON.parse(readFileSync("x.json", "utf8"));
