import type { JsonValue } from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import { checkManifest } from "../check.ts";
import { simplePython } from "../plan.fixture.ts";

/** A plan, and all that is said of it. */
export interface Case {
  readonly manifest: JsonValue;
  readonly repo?: readonly string[];
  readonly spec?: string;
  readonly syntaxes?: SyntaxReaders;
  /** `CODE who field: message`: errors, then warnings, each in list order. */
  readonly expected: readonly string[];
}

export const exists = (path: JsonValue) => ({ kind: "file_exists", path });
export const absent = (path: JsonValue) => ({ kind: "file_absent", path });

export const report = ({
  manifest,
  repo = [],
  spec,
  syntaxes,
}: Omit<Case, "expected"> & Partial<Case>): readonly string[] => {
  const { errors, warnings } = checkManifest(manifest, {
    repoFiles: repo,
    syntaxes: syntaxes ?? { python: () => simplePython },
    ...(spec === undefined ? {} : { spec }),
  });
  return [...errors, ...warnings].map(
    ({ code, wo_id, field, message }) => `${code} ${wo_id ?? "-"} ${field ?? "-"}: ${message}`,
  );
};
