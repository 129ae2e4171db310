import type { ToolDefinition, ToolName } from "@llmch/contract";
import type { ToolSettings } from "@llmch/contract/settings";
import type { Scene } from "./scene.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools/registry.ts";

/** The tools that a model is given. */
export interface Toolset {
  /** As the model is told of them. */
  definitions(scene: Scene): readonly ToolDefinition[];
  /** Null if there is no such tool here. */
  find(name: string, scene: Scene): Tool | null;
}

/** A reader has no draft: nothing could differ, and nothing be run. */
const READER: ReadonlySet<ToolName> = new Set(["list", "read", "search", "symbols"]);
const ALWAYS: ReadonlySet<ToolName> = new Set(["propose", "object"]);

/** An author has all tools, a reader those that change nothing; settings may leave out some. */
export const toolset = (kind: "author" | "reader", { allow, deny }: Pick<ToolSettings, "allow" | "deny">): Toolset => {
  const tools = TOOLS.filter(({ name }) => {
    if (kind === "reader" && !READER.has(name)) return false;
    return ALWAYS.has(name) || ((allow === null || allow.includes(name)) && !deny.includes(name));
  });
  const here = ({ checks }: Scene) =>
    tools.filter(({ name }) => name !== "check" || (checks?.commands.length ?? 0) > 0);
  return {
    definitions: (scene) => here(scene).map((tool) => tool.definition(scene)),
    find: (name, scene) => here(scene).find((tool) => tool.name === name) ?? null,
  };
};
