import { type ImportedItem, OPEN_BOX } from "@llmch/contract";
import { sha256Hex } from "@llmch/text";
import { commandsRun } from "./commands.ts";
import type { ContextPart, PlanParts } from "./imported-plan.ts";
import { type Document, headingOf, indentOf, type Line, plain, type Section, textOf } from "./markdown.ts";

/** How a format writes its ticked lists. */
export interface Dialect {
  /** Finds an item's id and its text, as the groups `id` and `text`. */
  readonly id: RegExp;
  /** Why an item is no demand, by its text. */
  readonly tells?: readonly (readonly [pattern: RegExp, why: string])[];
}

/** An item of a list, with all that is said below it. */
interface Entry {
  readonly id: string;
  readonly text: string;
  readonly details: readonly string[];
  readonly box: string;
  readonly indent: number;
  readonly line: number;
  readonly lines: readonly Line[];
}

export interface TickedList extends PlanParts {
  readonly entries: readonly Entry[];
}

/** Reads the items with boxes among lines of a document: an open one is a demand unless it only heads others, the rest is told. */
export const tickedList = (document: Document, lines: readonly Line[], dialect: Dialect): TickedList => {
  const { path } = document;
  const entries = entriesIn(lines, dialect);
  const groups = groupsIn(entries);
  const told = entries.flatMap(({ id, text, box, line }) => {
    const why = whyTold(box, text, dialect);
    return why === null ? [] : [{ path, line, text: `${id} ${text}`, why }];
  });
  const isTold = new Set(told.map(({ line }) => line));
  const open = new Set(entries.filter((entry) => !isTold.has(entry.line) && !groups.has(entry)));
  const left = new Set(open);
  // What is below stands behind.
  for (const [head, those] of [...groups].toReversed()) if (those.some((each) => left.has(each))) left.add(head);
  const heads = [...groups].flatMap(([head, those]) => {
    const ids = those.flatMap((each) => (left.has(each) ? each.id : []));
    return ids.length === 0 ? [] : [{ head, text: `${head.id} ${head.text}: ${ids.join(", ")}` }];
  });
  const idle = [...groups.keys()].filter((each) => !isTold.has(each.line) && !left.has(each));
  const code = [...open].map(({ id, lines: own }) => ({ title: id, text: textOf(own.filter(({ isCode }) => isCode)) }));
  const context = [{ title: "what the items belong to", text: heads.map(({ text }) => text).join("\n") }, ...code];
  return {
    ...{ entries, items: [...open].map((entry) => itemOf(entry, document)) },
    told: [...told, ...idle.map(({ id, text, line }) => ({ path, line, text: `${id} ${text}`, why: NOTHING_OPEN }))],
    heads: heads.map(({ head: { line } }) => ({ path, line })),
    context: context.filter(({ text }) => text !== ""),
    commands: [...open].flatMap((entry) => commandsRun(document, entry.lines)),
  };
};

const NOTHING_OPEN = "of its parts none is left";

/** An item of a plan that stands on a line. */
export const itemAt = (
  { path, raw }: Pick<Document, "path" | "raw">,
  item: Omit<ImportedItem, "path" | "sha256">,
): ImportedItem => ({ ...item, text: plain(item.text), path, sha256: sha256Hex(raw[item.line - 1] ?? "") });

/** For each heading above items, what it says of them besides; a section without items says nothing. */
export const phasesOf = (sections: readonly Section[], { entries, items }: TickedList): readonly ContextPart[] => {
  const taken = new Set(entries.flatMap((entry) => entry.lines.map(({ number }) => number)));
  const idOn = new Map(items.map(({ id, line }) => [line, id]));
  return sections.flatMap(({ title, lines }) => {
    const ids = lines.flatMap(({ number }) => idOn.get(number) ?? []);
    const text = textOf(lines.filter(({ number }) => !taken.has(number)));
    return ids.length === 0 ? [] : [{ title: `${title} (${ids.join(", ")})`, text }];
  });
};

const BOX = /^\s*(?:[-*+]|\d+[.)])\s+\[(?<mark>[^\]]?)\](?<star>\*?)\s+(?<rest>\S.*)$/;

const entriesIn = (lines: readonly Line[], { id }: Dialect): readonly Entry[] => {
  const entries: (Entry & { text: string; details: string[]; lines: Line[] })[] = [];
  let entry: (typeof entries)[number] | undefined;
  for (const line of lines) {
    const bare = line.text.trim();
    const indent = indentOf(line);
    const box = line.isCode ? undefined : BOX.exec(line.text)?.groups;
    if (box !== undefined) {
      const { mark = "", star, rest = "" } = box;
      const named = id.exec(rest)?.groups;
      const text = `${plain(named?.text ?? rest)}${star === "" ? "" : " (optional)"}`;
      const own = { id: named?.id ?? `L${line.number}`, text, line: line.number };
      entry = { ...own, indent, box: `[${mark}]`, details: [], lines: [line] };
      entries.push(entry);
    } else if (entry !== undefined && (bare === "" || (indent > entry.indent && headingOf(line) === null))) {
      entry.lines.push(line);
      const bullet = /^(?:[-*+]|\d+[.)])\s+(.*)$/.exec(bare)?.[1];
      const said = plain(bullet ?? bare).replace(/^_|_$/g, "");
      if (said === "" || line.isCode) continue;
      if (bullet !== undefined) entry.details.push(said);
      else if (entry.details.length === 0) entry.text += ` ${said}`;
      else entry.details.push(`${entry.details.pop()} ${said}`);
    } else entry = undefined;
  }
  return entries;
};

/** Tasks that only a person can do or judge. */
const FOR_PEOPLE =
  /^(?:manual(?:ly)?\b|(?:(?:smoke )?test|verify)\b(?!.*\.\w{1,5}\b).* on .*\b(?:windows|macos|linux|ios|android|firefox|chrome|safari|edge|devices?|platforms?|browsers?)\b|profile\b.*\bdevtools\b|(?:obtain|get|review and)\b.*\b(?:approv\w+|sign-?off)\b)/i;

const whyTold = (box: string, text: string, { tells = [] }: Dialect): string | null => {
  if (/^\[x\]$/i.test(box)) return "ticked";
  if (/^(?:~~[^~]+~~|<del>[^<]+<\/del>)\s*(?:[([\u2013\u2014-].*)?$/.test(text)) return "struck out";
  // A long line would take long.
  if (FOR_PEOPLE.test(text.slice(0, 300))) return "for a person";
  return tells.find(([pattern]) => pattern.test(text))?.[1] ?? null;
};

/** The entries that say nothing but head others, each with those below it, by indentation or number. */
const groupsIn = (entries: readonly Entry[]): ReadonlyMap<Entry, readonly Entry[]> => {
  const groups = new Map<Entry, Entry[]>();
  const above: Entry[] = [];
  for (const entry of entries) {
    let head = above.at(-1);
    while (head !== undefined && entry.indent <= head.indent && !entry.id.startsWith(`${head.id}.`)) {
      above.pop();
      head = above.at(-1);
    }
    const those = head === undefined || head.details.length > 0 ? [] : (groups.get(head) ?? []);
    those.push(entry);
    if (head !== undefined && head.details.length === 0) groups.set(head, those);
    above.push(entry);
  }
  return groups;
};

const itemOf = ({ id, text, details, line, box }: Entry, document: Document): ImportedItem => {
  const own = details.length === 0 || /[:：]$/.test(text) ? text : `${text}:`;
  const demand = `${own} ${details.join("; ")}`;
  return itemAt(document, { id, text: demand, line, box: box === OPEN_BOX ? OPEN_BOX : null });
};
