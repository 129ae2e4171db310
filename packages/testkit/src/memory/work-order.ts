import type { WorkOrder } from "@llmch/contract";
import { type JsonObject, SHA256_OF_NOTHING, sha256Hex } from "@llmch/text";

/** An order that asks for one new file, `greet.js`, with the given fields changed. */
export const workOrder = (changes: Partial<WorkOrder> = {}): WorkOrder => {
  const allowed_files = changes.allowed_files ?? ["greet.js"];
  return {
    id: "WO-01",
    title: "Greet by name",
    intent: "Export greet(name), which returns `Hello, <name>!`.",
    preconditions: [],
    postconditions: allowed_files.map((path) => ({ kind: "file_exists", path })),
    allowed_files,
    forbidden: [],
    acceptance_commands: ["node --check greet.js"],
    context_files: [],
    notes: null,
    verify_exempt: false,
    provenance: null,
    ...changes,
  };
};

/** The content of a proposal, with the right base hashes for files as in `base`. */
export const proposalOf = (
  contents: Readonly<Record<string, string>>,
  base: Readonly<Record<string, unknown>> = {},
): JsonObject => ({
  summary: "Did as the order says.",
  writes: Object.entries(contents).map(([path, content]) => {
    const before = base[path];
    return { path, base_sha256: typeof before === "string" ? sha256Hex(before) : SHA256_OF_NOTHING, content };
  }),
});

/** The same as a model's answer. */
export const answerOf = (...proposal: Parameters<typeof proposalOf>): string => JSON.stringify(proposalOf(...proposal));

/** A reviewer's answer, with its notes in the form of strict structured output. */
export const reviewOf = (...notes: readonly JsonObject[]): string =>
  JSON.stringify({
    summary: "It was looked at.",
    notes: notes.map((note) => ({
      ...{ severity: "blocker", path: "greet.js", line: 1, claim: "It greets nobody.", command: null },
      evidence: "Export greet(name), which returns `Hello, <name>!`.",
      ...note,
    })),
  });

/** A model's objection as its answer, in the form of strict structured output. */
export const objectionOf = (objection: JsonObject): string =>
  JSON.stringify({
    summary: "It cannot be done.",
    writes: null,
    objection: { reason: "It cannot be.", needs: null, contradiction: null, blocked_by: null, ...objection },
  });
