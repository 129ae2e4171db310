import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Host } from "./host.ts";

/** One of the tools that a client sees. */
export interface Tool {
  readonly name: string;
  readonly about: string;
  readonly input: z.ZodObject;
  /** Of its document; without one, it answers in words alone. */
  readonly output?: z.ZodObject;
  readonly hints: ToolAnnotations;
  /** Judges the arguments, and does it. The host's signal ends it. */
  call(args: unknown, host: Host): Promise<CallToolResult>;
}

/** Tools that only look. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
