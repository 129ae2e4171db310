import { type JsonValue, jsonObject } from "../json-value.ts";
import { normalizePath } from "../repo-path.ts";
import { utf8Length } from "../sha256.ts";
import type { WorkOrder } from "../work-order.ts";
import type { Design } from "./design.ts";

/** Whose part of a design is wanted: the files that an order may write, and those that it is shown. */
type Concerned = Pick<WorkOrder, "allowed_files" | "context_files">;

/** The part of a design that concerns an order: what names one of its files or a folder above, or no path at all; and every name. */
export const designPart = (
  { modules, interfaces, names, decisions }: Design,
  { allowed_files, context_files }: Concerned,
): Design => {
  const files = [...allowed_files, ...context_files].map(normalizePath);
  const concerns = (paths: readonly string[]): boolean =>
    paths.length === 0 || paths.some((path) => files.some((file) => file === path || file.startsWith(`${path}/`)));
  return {
    modules: modules.filter(({ paths }) => concerns(paths)),
    interfaces: interfaces.filter(({ path }) => concerns(path === null ? [] : [path])),
    names,
    decisions: decisions.filter(({ paths }) => concerns(paths)),
  };
};

/** A part as a prompt shows it: an entry a line, what others rely on first, as far as it fits. Empty if there is nothing. */
export const partInWords = (part: Design, mostBytes: number): string => {
  const { modules, interfaces, names, decisions } = part;
  const lines: string[] = [];
  let left = mostBytes;
  let omitted = 0;
  const tell = (kind: string, entries: readonly Readonly<Record<string, JsonValue>>[]): void => {
    for (const entry of entries) {
      const line = `${kind} ${JSON.stringify(jsonObject(entry))}`;
      left -= utf8Length(line) + 1;
      if (left < 0) omitted += 1;
      else lines.push(line);
    }
  };
  tell("interface", interfaces.map(said));
  tell("decision", decisions.map(said));
  tell("name", names.map(said));
  tell("module", modules.map(said));
  return [...lines, ...(omitted === 0 ? [] : [`(and ${omitted} more, for which there is no room)`])].join("\n");
};

/** What is empty says nothing. */
const said = (entry: object): Readonly<Record<string, JsonValue>> =>
  Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== null && value !== "" && String(value) !== ""),
  );
