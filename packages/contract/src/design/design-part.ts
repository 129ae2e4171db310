import { type JsonValue, jsonObject, utf8Length } from "@llmch/text";
import { normalizePath } from "../repo-path.ts";
import type { WorkOrder } from "../work-order.ts";
import type { Design } from "./design.ts";

/** The files that an order may write, and those that it sees. */
type Concerned = Pick<WorkOrder, "allowed_files" | "context_files">;

/** The part of a design that concerns an order: entries that name one of its files, a folder above one, or no path; and all names. */
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

/** The part as a prompt shows it: one entry per line, the most depended-on kinds first, up to the limit. Empty if there is nothing. */
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

/** Drops empty values. */
const said = (entry: object): Readonly<Record<string, JsonValue>> =>
  Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== null && value !== "" && String(value) !== ""),
  );
