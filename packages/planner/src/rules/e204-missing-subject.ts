import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** What a file contains, or whether it stays as it is, is asked only of a file that is there before the order. */
export const missingSubject: ChainRule = ({ order, files }) =>
  [
    ...order.preconditions
      .filter(({ kind }) => kind === "file_contains" || kind === "file_unchanged")
      .map((condition) => ({ ...condition, field: "preconditions" })),
    ...order.postconditions
      .filter(({ kind }) => kind === "file_unchanged")
      .map((condition) => ({ ...condition, field: "postconditions" })),
  ]
    .filter(({ path }) => !files.has(path))
    .map(({ kind, path, field }) => ({
      code: "E204",
      field,
      message: `${kind} ${quote(path)} asks about a file that ${whyMissing(files.lost(path)?.remover)}`,
    }));

const whyMissing = (remover: string | undefined): string =>
  remover === undefined ? "neither the repo nor an earlier order gives" : `${remover} has taken away by then`;
