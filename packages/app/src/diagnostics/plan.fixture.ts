import type { PlanSource } from "@llmch/config";
import type { Diagnostic } from "@llmch/contract";
import { checkText } from "@llmch/planner";

/** A parser that finds imports at the start of statements, and accepts every program without `!!`. */
const python = {
  syntaxFault: (code: string) => (code.includes("!!") ? { message: "invalid syntax", place: null } : null),
  imports: (code: string) => [...code.matchAll(/(?:^|; )import ([\w.]+)/g)].map(([, name = ""]) => name),
  unproved: (code: string) => (code.includes("os._exit") ? "os._exit" : null),
};

export const REPO_FILES = ["README.md", "src/old.js", "test/old.test.js"];

/** Matters only to orders that quote from it. */
const SPEC = "It adds numbers. It prints sums.";

/** The diagnostics that `check` gives for a manifest's text. */
export const diagnosticsOf = (text: string): readonly Diagnostic[] => {
  const { errors, warnings } = checkText(text, {
    repoFiles: REPO_FILES,
    ignored: new Set(["dist/a.js"]),
    room: { sizes: new Map([["src/large.js", 9]]), fileBytes: 8, wholeFileBytes: 9 },
    syntaxes: { python: () => python },
    spec: SPEC,
  });
  return [...errors, ...warnings];
};

export const manifestSource = (text: string): PlanSource => ({
  kind: "manifest",
  manifest: { path: "/repo/plan.json", text },
});

const MEMBERS = {
  id: '"WO-01"',
  title: '"Add a"',
  intent: '"Build a."',
  preconditions: "[]",
  postconditions: '[{ "kind": "file_exists", "path": "src/a.js" }]',
  allowed_files: '["src/a.js"]',
  forbidden: "[]",
  acceptance_commands: '["node --check src/a.js"]',
  context_files: "[]",
};

/** Members of an order as JSON text; null leaves one out. */
export type Members = Readonly<Record<string, string | null>>;

/** An order as JSON text, one member per line. */
export const orderText = (changes: Members = {}): string => {
  const members = Object.entries({ ...MEMBERS, ...changes }).filter(([, value]) => value !== null);
  return `{\n${members.map(([key, value]) => `  "${key}": ${value}`).join(",\n")}\n}`;
};

/** A manifest as JSON text. */
export const planText = (orders: readonly string[], contract = "null"): string =>
  `{\n"verify_contract": ${contract},\n"work_orders": [\n${orders.join(",\n")}\n]\n}\n`;
