import type { ToolDefinition, ToolName } from "@llmch/contract";
import type { ToolSettings } from "@llmch/contract/settings";
import type { Scene } from "./scene.ts";
import type { Tool } from "./tool.ts";
import { checkDraft } from "./tools/check-draft.ts";
import { TOOLS } from "./tools/registry.ts";

/** The tools that a model gets. */
export interface Toolset {
  /** The definitions that the model sees. */
  definitions(scene: Scene): readonly ToolDefinition[];
  /** Null if this toolset has no such tool. */
  find(name: string, scene: Scene): Tool | null;
}

/** A reader has no draft, so it has nothing to compare or run. */
const READER: ReadonlySet<ToolName> = new Set(["list", "read", "search", "symbols"]);
const ALWAYS: ReadonlySet<ToolName> = new Set(["propose", "object"]);

/** An author gets all tools, a reader only those that change nothing, a planner `check` besides; settings may exclude some. */
export const toolset = (kind: "author" | "planner" | "reader", { deny }: Pick<ToolSettings, "deny">): Toolset => {
  const read = TOOLS.filter(({ name }) => READER.has(name));
  const all = kind === "author" ? TOOLS : kind === "planner" ? [...read, checkDraft] : read;
  const tools = all.filter(({ name }) => ALWAYS.has(name) || !deny.includes(name));
  const here = ({ checks, drafts, hasEarlierWork = false }: Scene) =>
    tools.filter(({ name }) => {
      if (name === "begin_anew") return hasEarlierWork;
      return name !== "check" || drafts !== undefined || (checks?.commands.length ?? 0) > 0;
    });
  return {
    definitions: (scene) => here(scene).map((tool) => tool.definition(scene)),
    find: (name, scene) => here(scene).find((tool) => tool.name === name) ?? null,
  };
};
