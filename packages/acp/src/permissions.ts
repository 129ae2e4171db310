import { type JsonObject, objectsMember, textMember } from "@llmch/text";

/** What an agent says of one use of a tool. */
export interface ToolCall {
  /** ACP's word for it: `read`, `edit`, `execute` …; null if it gives none. */
  readonly kind: string | null;
  /** The files that it names. */
  readonly paths: readonly string[];
}

/** What is known where a permission is asked for. */
export interface Permitting {
  /** Where the agent works. */
  readonly cwd: string;
  /** The files that it may write, from there. */
  readonly allowed: readonly string[];
  /** Whether nothing isolates what it starts, and the user's own settings do not allow that. */
  readonly refusesUnseen: boolean;
}

const EDITS: ReadonlySet<string | null> = new Set(["edit", "delete", "move"]);
const READS: ReadonlySet<string | null> = new Set(["read", "search", "think"]);

/**
 * Whether a use of a tool is allowed, once. This is no boundary, since an agent need not ask: the sandbox and the tree's difference are. It
 * tells the agent early what would be refused (contract §11).
 */
export const permits = ({ kind, paths }: ToolCall, { cwd, allowed, refusesUnseen }: Permitting): boolean => {
  const own = paths.map((path) => (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path));
  if (EDITS.has(kind)) return own.every((path) => allowed.includes(path));
  return READS.has(kind) || !refusesUnseen;
};

/** A tool call as far as it is known, with what a message adds. */
export const withMore = (known: ToolCall | undefined, message: JsonObject): ToolCall => {
  const diffs = objectsMember(message, "content").filter((part) => textMember(part, "type") === "diff");
  const named = [...objectsMember(message, "locations"), ...diffs].flatMap((place) => textMember(place, "path") ?? []);
  return {
    kind: textMember(message, "kind") ?? known?.kind ?? null,
    paths: [...new Set([...(known?.paths ?? []), ...named])],
  };
};

/** The answer to a request: what is chosen holds once, never always. Without such an option, and after a cancellation, nothing is. */
export const permission = (request: JsonObject, isPermitted: boolean, isCancelled: boolean): JsonObject => {
  const kind = isPermitted ? "allow_once" : "reject_once";
  const option = objectsMember(request, "options").find((each) => textMember(each, "kind") === kind);
  const optionId = option === undefined ? null : textMember(option, "optionId");
  return { outcome: isCancelled || optionId === null ? { outcome: "cancelled" } : { outcome: "selected", optionId } };
};
