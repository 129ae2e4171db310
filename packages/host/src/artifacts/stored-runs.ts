import { join } from "node:path";
import type { Tool } from "@llmch/contract";
import { foldersIn } from "../files/names-in.ts";

const TOOLS: readonly Tool[] = ["planner", "factory", "run-all"];
const RUN_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** The runs below an artifacts root, the newest first. Only a folder is one. */
export const storedRuns = (root: string): readonly { readonly tool: Tool; readonly runId: string }[] =>
  TOOLS.flatMap((tool) =>
    foldersIn(join(root, tool))
      .filter((name) => RUN_ID.test(name))
      .map((runId) => ({ tool, runId })),
  ).sort((a, b) => (a.runId < b.runId ? 1 : -1));
