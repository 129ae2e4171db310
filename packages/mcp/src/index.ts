export type { Host } from "./host.ts";
export { serveMcp } from "./serve-mcp.ts";
