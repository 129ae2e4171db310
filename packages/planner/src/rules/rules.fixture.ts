import type { Design } from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import type { JsonValue } from "@llmch/text";
import { checkManifest } from "../check.ts";
import { order, plan, simplePython } from "../plan.fixture.ts";

/** A plan, and all reported findings. */
export interface Case {
  readonly manifest: JsonValue;
  readonly repo?: readonly string[];
  readonly ignored?: readonly string[];
  readonly spec?: string;
  readonly design?: Design;
  readonly syntaxes?: SyntaxReaders;
  /** `CODE who field: message`: errors, then warnings, each in list order. */
  readonly expected: readonly string[];
}

export const exists = (path: JsonValue) => ({ kind: "file_exists", path });
export const absent = (path: JsonValue) => ({ kind: "file_absent", path });

export const first = (changes: Parameters<typeof order>[1]) => plan([order(1, changes)]);
export const contains = (path: JsonValue, text: JsonValue) => ({ kind: "file_contains", path, text });
export const unchanged = (path: JsonValue) => ({ kind: "file_unchanged", path });
/** An order that removes one file. */
export const deleting = (number: number, path: string, preconditions = [exists(path)]) =>
  order(number, {
    preconditions,
    allowed_files: [path],
    postconditions: [absent(path)],
    acceptance_commands: ["npm test"],
    context_files: [],
  });
/** An order that writes one more file. */
export const rewriting = (number: number, path: string, changes: Parameters<typeof order>[1] = {}) => {
  const files = [`src/m${number}.js`, path];
  return order(number, { allowed_files: files, postconditions: files.map(exists), ...changes });
};
export const contract = (requires: JsonValue) => ({ verify_contract: { command: "x", requires } });

export const report = ({
  manifest,
  repo = [],
  ignored = [],
  spec,
  design,
  syntaxes,
}: Omit<Case, "expected"> & Partial<Case>): readonly string[] => {
  const { errors, warnings } = checkManifest(manifest, {
    repoFiles: repo,
    ignored: new Set(ignored),
    syntaxes: syntaxes ?? { python: () => simplePython },
    ...(spec === undefined ? {} : { spec }),
    ...(design === undefined ? {} : { design }),
  });
  return [...errors, ...warnings].map(
    ({ code, wo_id, field, message }) => `${code} ${wo_id ?? "-"} ${field ?? "-"}: ${message}`,
  );
};
