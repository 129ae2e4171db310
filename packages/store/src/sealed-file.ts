import { join } from "node:path";
import { readSeal, SEAL_FILE, type SealedFile } from "@llmch/contract";
import { readOwnText } from "./own-text.ts";

/** What a run's seal says of one of its files; null if the run has no readable seal, or the seal does not name the file. */
export const sealedFile = (directory: string, name: string): SealedFile | null => {
  const text = readOwnText(join(directory, SEAL_FILE));
  const seal = text.ok ? readSeal(text.value) : null;
  return seal?.ok ? (seal.value.files.find(({ path }) => path === name) ?? null) : null;
};
