import type { PromptLimits } from "@llmch/contract";
import { foldedPaths, quoteAsData } from "@llmch/text";
import { mustBeEdited, type OrderFile, shownBase } from "./order-files.ts";
import type { PlanFiles } from "./plan-files.ts";

/**
 * A table of every file that the order names: path, state and, for writable files, the SHA-256 to use as `base_sha256`.
 * @param hasBases false for an agent, which gives none
 */
export const fileTable = (files: readonly OrderFile[], settings: PromptLimits, hasBases = true): string =>
  [
    ["path", "may be written", "state", "base_sha256"],
    ["---", "---", "---", "---"],
    ...files.map((file) => [
      ...[file.path, file.allowed ? "yes" : "no", describeState(file, settings)],
      file.allowed ? String(shownBase(file.state)) : "-",
    ]),
  ]
    .map((cells) => `| ${(hasBases ? cells : cells.slice(0, -1)).join(" | ")} |`)
    .join("\n");

const describeState = (file: OrderFile, settings: PromptLimits): string => {
  const { state, allowed } = file;
  if (state.kind === "missing") return "missing";
  if (state.kind === "blocked" || state.kind === "obstructed") return `cannot be written: ${state.why}`;
  const how = state.text === null && state.marked === null ? ", not text" : "";
  return `${state.bytes} bytes${how}${allowed && mustBeEdited(file, settings) !== null ? ", to be edited" : ""}`;
};

/** The paths of the repo's files that the plan never writes, the same for all of its orders. */
export const pathsLeftAlone = (tracked: readonly string[], plan: PlanFiles, most: number): string =>
  quotedPaths(
    tracked.filter((path) => !plan.isWritten(path)),
    most,
  ) ?? "(none)";

/** The paths of existing files that other orders of the plan write; null if there are none. */
export const pathsOfPlan = (
  tracked: readonly string[],
  files: readonly OrderFile[],
  plan: PlanFiles,
  most: number,
): string | null => {
  const named = new Set<string>(files.map(({ path }) => path));
  return quotedPaths(
    tracked.filter((path) => plan.isWritten(path) && !named.has(path)),
    most,
  );
};

const quotedPaths = (paths: readonly string[], most: number): string | null => {
  if (paths.length === 0) return null;
  const listed = foldedPaths(paths, most).map((path) => JSON.stringify(path).slice(1, -1));
  return quoteAsData("paths", listed.join("\n"));
};
