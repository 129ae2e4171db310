import { looksLikeSecretFile, quoteAsData, repoPath, utf8Length, type WorkOrder, withoutTurns } from "@llmch/contract";
import type { ShownFrom } from "../ports.ts";
import { orderTerms, type ShownFile } from "../prompt/file-contents.ts";
import { partsCaption, showParts } from "../prompt/parts/show-parts.ts";
import { termsOf } from "../prompt/parts/terms.ts";
import { type Need, readNeed } from "./need.ts";

/** What is known of the request whose model asks for more. */
export interface NeedsScene {
  readonly order: WorkOrder;
  /** The order's files as the prompt shows them. */
  readonly shown: readonly ShownFile[];
  readonly tracked: ReadonlySet<string>;
  /** Bytes that may still be shown. */
  readonly room: number;
}

/** What of the needs can be shown, and a sentence for each that cannot. */
export interface ShownNeeds {
  readonly text: string;
  readonly bytes: number;
  /** True if something of them is not shown whole. */
  readonly isPart: boolean;
}

/**
 * Shows the files that an objection asks for: whole if they fit, else the parts that hold the symbol or the order's words. Only tracked
 * files, and none that looks like a secret unless the order names it (reliability, S2).
 * @param before needs that were shown already
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

/** Null if nothing of it fits. */
const partOf = async (
  text: string,
  { path, symbol }: Need,
  order: WorkOrder,
  room: number,
  { outlines, inTurns = withoutTurns }: Omit<ShownFrom, "workspace">,
): Promise<{ readonly text: string; readonly notes: readonly string[] } | null> => {
  if (utf8Length(text) <= room) return { text, notes: [] };
  const terms =
    symbol === null ? orderTerms(order) : { ...termsOf([`\`${symbol}\``]), names: [symbol.split(/[.:#]+/)] };
  const outline = await outlines.outlineOf(path, text);
  const parts = await inTurns(showParts(text, { terms, named: [], most: room, outline, isFilled: false }));
  return parts.text === "" ? null : { text: parts.text, notes: [partsCaption(parts)] };
};
