import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSeal, SEAL_FILE, type SealDifference, sealDifferences } from "@llmch/contract";
import { readOwnText } from "./own-text.ts";
import { RESERVE_FILE } from "./reserve.ts";
import { hashRunFiles } from "./seal.ts";

/** What a run's seal says about its files. */
export type SealCheck =
  /** `isOpen`: the run was not closed, so this session never reached a seal. */
  | { readonly kind: "none"; readonly isOpen: boolean }
  | { readonly kind: "damaged"; readonly why: string }
  | {
      readonly kind: "read";
      readonly head: string;
      /** How many of the sealed files are unchanged. */
      readonly whole: number;
      readonly differences: readonly SealDifference[];
      /** Entries that are not readable files. */
      readonly others: readonly { readonly path: string; readonly why: string }[];
    };

/** Compares a run's directory with its seal. Changes nothing. */
export const checkSeal = async (directory: string): Promise<SealCheck> => {
  const file = join(directory, SEAL_FILE);
  if (!existsSync(file)) return { kind: "none", isOpen: existsSync(join(directory, RESERVE_FILE)) };
  const text = readOwnText(file);
  if (!text.ok) return { kind: "damaged", why: text.issues[0] };
  const seal = readSeal(text.value);
  if (!seal.ok) return { kind: "damaged", why: seal.issues[0] };
  const { files, others } = await hashRunFiles(
    directory,
    new Map(seal.value.files.map(({ path, bytes }) => [path, bytes])),
  );
  const differences = sealDifferences(seal.value, files);
  const gone = differences.filter(({ kind }) => kind !== "added").length;
  return { kind: "read", head: seal.value.head, whole: seal.value.files.length - gone, differences, others };
};
