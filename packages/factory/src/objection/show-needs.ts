import { looksLikeSecretFile, repoPath, type WorkOrder } from "@llmch/contract";
import { quoteAsData, utf8Length } from "@llmch/text";
import type { ShownFrom } from "../job/ports.ts";
import { orderTerms, type ShownFile } from "../prompt/file-contents.ts";
import { partsCaption, showParts } from "../prompt/parts/show-parts.ts";
import { termsOf } from "../prompt/parts/terms.ts";
import { type Need, readNeed } from "./need.ts";

/** The context of a request for more files. */
export interface NeedsScene {
  readonly order: WorkOrder;
  /** The order's files as the prompt shows them. */
  readonly shown: readonly ShownFile[];
  readonly tracked: ReadonlySet<string>;
  /** How many bytes may still be shown. */
  readonly room: number;
}

/** The needs as the prompt shows them, with a sentence for each that cannot be shown. */
export interface ShownNeeds {
  readonly text: string;
  readonly bytes: number;
  /** True if anything is not shown in full. */
  readonly isPart: boolean;
}

/**
 * Shows the files that an objection asks for: in full if they fit, otherwise the parts with the symbol or the order's words. Shows
 * only tracked files, and none that look like a secret unless the order names them (reliability, S2).
 * @param before needs that have already been shown
 */
export const showNeeds = async (
  needs: readonly string[],
  before: readonly string[],
  { order, shown, tracked, room }: NeedsScene,
  { workspace, ...ports }: ShownFrom,
): Promise<ShownNeeds> => {
  const whole = new Set(shown.flatMap(({ path, isCut }) => (isCut ? [] : [path])));
  const told = new Set(before.map((need) => keyOf(readNeed(need, tracked))));
  const sections: string[] = [];
  let left = room;
  let isPart = false;
  for (const need of needs.map((each) => readNeed(each, tracked))) {
    const name = JSON.stringify(need.path);
    const path = repoPath(need.path);
    const named = [need.path, path].some(
      (each) => each !== null && (order.allowed_files.includes(each) || order.context_files.includes(each)),
    );
    if (whole.has(path ?? "") || told.has(keyOf(need))) sections.push(`${name} is shown above.`);
    else if (path === null || !(tracked.has(path) || named)) {
      isPart = true;
      sections.push(`${name}: there is no such file.`);
    } else if (looksLikeSecretFile(path) && !named)
      sections.push(`${name} is not shown: files that may hold a secret are not.`);
    else {
      const state = await workspace.inspect(path);
      const text = state.kind === "file" ? (state.text ?? state.marked) : null;
      const part = text === null ? null : await partOf(text, need, order, left, ports);
      if (text === null) sections.push(`${name} is not text.`);
      else if (part === null) {
        isPart = true;
        sections.push(`${name} is not shown: there is no room left.`);
      } else {
        isPart ||= part.notes.length > 0;
        left -= utf8Length(part.text);
        const notes = [...(order.allowed_files.includes(path) ? [] : ["for reading only"]), ...part.notes];
        sections.push(quoteAsData(notes.length === 0 ? path : `${path} (${notes.join("; ")})`, part.text));
      }
    }
    told.add(keyOf(need));
  }
  return { text: sections.join("\n\n"), bytes: room - left, isPart };
};

const keyOf = ({ path, symbol }: Need): string => JSON.stringify([path, symbol]);

/** Null if no part of it fits. */
const partOf = async (
  text: string,
  { path, symbol }: Need,
  order: WorkOrder,
  room: number,
  { outlines }: Omit<ShownFrom, "workspace">,
): Promise<{ readonly text: string; readonly notes: readonly string[] } | null> => {
  if (utf8Length(text) <= room) return { text, notes: [] };
  const terms =
    symbol === null ? orderTerms(order) : { ...termsOf([`\`${symbol}\``]), names: [symbol.split(/[.:#]+/)] };
  const outline = await outlines.outlineOf(path, text);
  const parts = showParts(text, { terms, named: [], most: room, outline });
  return parts.text === "" ? null : { text: parts.text, notes: [partsCaption(parts)] };
};
