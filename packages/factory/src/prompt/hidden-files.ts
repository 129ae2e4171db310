import { createPlaceholders, type FileState, type Placeholders } from "@llmch/contract";
import type { Redactor } from "@llmch/text";
import type { ShownFrom } from "../job/ports.ts";
import type { OrderFile } from "./order-files.ts";

/** Placeholders for the secrets in the files that an order may write. A secret that occurs only elsewhere can never be put back. */
export const placeholdersOf = (files: readonly OrderFile[], redactor: Redactor): Placeholders =>
  createPlaceholders(
    redactor,
    files.flatMap(({ path, allowed, state }) => {
      const text = allowed ? textOf(state) : null;
      return text === null ? [] : [{ path, text }];
    }),
  );

/** The file as a model may see it. */
export const hiddenFile = (file: OrderFile, placeholders: Placeholders): OrderFile => ({
  ...file,
  state: hidden(file.state, placeholders),
});

/** Wraps a source so that it returns files as a model may see them. */
export const hidingSource = ({ workspace, ...others }: ShownFrom, placeholders: Placeholders): ShownFrom => ({
  ...others,
  workspace: { inspect: async (path) => hidden(await workspace.inspect(path), placeholders) },
});

/** Explains placeholders to the model; empty if it sees none. */
export const placeholdersInWords = ({ some }: Placeholders): string =>
  some
    ? "Here `[redacted by llmch: …]` stands for a secret. Keep it in its file as it is, and the secret is put back; nowhere else may an answer write it."
    : "";

/** The text of a file, if it has any. */
export const textOf = (state: FileState): string | null =>
  state.kind === "file" ? (state.text ?? state.marked) : null;

const hidden = (state: FileState, { hide }: Placeholders): FileState => {
  if (state.kind !== "file") return state;
  const { text, marked } = state;
  return { ...state, text: text === null ? null : hide(text), marked: marked === null ? null : hide(marked) };
};
