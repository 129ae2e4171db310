import {
  accepted,
  byCodePoint,
  canonicalJson,
  type Result,
  readJson,
  rejected,
  SHA256_OF_NOTHING,
  sha256Hex,
} from "@llmch/text";
import type { z } from "zod";
import * as validator from "./generated/seal-validator.js";
import { judge } from "./schema-judge.ts";
import type { sealSchema } from "./schemas/seal.ts";

/** The name of a seal in a run's directory. */
export const SEAL_FILE = "seal.json";

type Seal = Readonly<z.infer<typeof sealSchema>>;

/** What is written after it: whose the run is, as far as its seal. */
export const MARK_FILE = "mark";

/** What a seal records about one file. */
export interface SealedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** How a run's files differ from the sealed ones. */
export interface SealDifference {
  readonly path: string;
  readonly kind: "changed" | "missing" | "added";
}

/** A hash chain over files: its head changes if any of them is changed, removed or added. */
export const sealOf = (files: readonly SealedFile[]): Seal => {
  let head = SHA256_OF_NOTHING;
  const chained = [...files]
    .sort((a, b) => byCodePoint(a.path, b.path))
    .map(({ path, bytes, sha256 }) => {
      head = chainValue(head, { path, bytes, sha256 });
      return { path, bytes, sha256, chain: head };
    });
  return { format: 1, files: chained, head };
};

const chainValue = (before: string, { path, bytes, sha256 }: SealedFile): string =>
  sha256Hex(`${before}\n${canonicalJson({ path, bytes, sha256 })}`);

/** The one valid text of a seal. Any other text was not written by llmch. */
export const sealText = ({ files, head }: Seal): string => {
  const entries = files.map(({ path, bytes, sha256, chain }) => JSON.stringify({ path, bytes, sha256, chain }));
  return `{"format":1,"files":[\n${entries.join(",\n")}\n],"head":"${head}"}\n`;
};

/** Reads `seal.json`. The issue says where it was altered: every byte counts. */
export const readSeal = (text: string): Result<Seal, string> => {
  const json = readJson(text);
  if (!json.ok) return rejected(`it is not JSON: ${json.issues[0].message}`);
  const judged = judge<Seal>(validator.seal, json.value);
  if (!judged.ok) return rejected(`it is not a seal: ${judged.issues[0]}`);
  const seal = judged.value;
  const broken = seal.files.findIndex(
    (file, index) => chainValue(seal.files[index - 1]?.chain ?? SHA256_OF_NOTHING, file) !== file.chain,
  );
  if (broken !== -1) return rejected(`its chain breaks at ${seal.files[broken]?.path}`);
  if (sealOf(seal.files).head !== seal.head) return rejected("its head does not fit its files");
  return sealText(seal) === text ? accepted(seal) : rejected("it is not written as llmch writes it");
};

/** Every file that differs from its seal, sorted by code point. */
export const sealDifferences = (seal: Seal, files: readonly SealedFile[]): readonly SealDifference[] => {
  const sealed = new Map(seal.files.map((file) => [file.path, file]));
  const standing = new Map(files.map((file) => [file.path, file]));
  return [...new Set([...sealed.keys(), ...standing.keys()])].sort(byCodePoint).flatMap((path): SealDifference[] => {
    const then = sealed.get(path);
    const now = standing.get(path);
    if (now === undefined) return [{ path, kind: "missing" }];
    if (then === undefined) return [{ path, kind: "added" }];
    return then.sha256 === now.sha256 && then.bytes === now.bytes ? [] : [{ path, kind: "changed" }];
  });
};
