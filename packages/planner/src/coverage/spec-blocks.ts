/** A separate part of a spec. The `cells` of a table row are joined. */
export interface SpecBlock {
  readonly kind: "heading" | "code" | "paragraph" | "item" | "row";
  readonly text: string;
  /** The number of lines. */
  readonly lines: number;
  /** Of a heading, from 1 for the highest; left out if it is none by its marks. */
  readonly level?: number;
  /** Whether it is a ticked item, `- [x]`, or belongs to one. */
  readonly isDone?: boolean;
}

/** Splits a spec, plain text or markdown, into its blocks. Drops front matter, comments, rules and table heads. */
export const blocksOf = (spec: string): readonly SpecBlock[] => {
  const shown = shownParts(spec).map(({ text }) => text.replace(/\r\n?/g, "\n"));
  const lines = dedented(shown.join("").split("\n"));
  const blocks: SpecBlock[] = [];
  let open: { kind: "paragraph" | "item" | "code"; lines: string[]; isDone: boolean } | null = null;
  /** The column of the current list item's text, to which the next lines may belong; null outside of lists. */
  let itemIndent: number | null = null;
  /** How far the ticked item is indented to which deeper lines belong; null outside of one. */
  let doneIndent: number | null = null;
  let isAfterBlank = true;
  const close = () => {
    if (open !== null) {
      const { kind, lines, isDone } = open;
      blocks.push({ kind, text: lines.join("\n").trim(), lines: lines.length, ...(isDone ? { isDone } : {}) });
    }
    open = null;
  };
  const begin = (kind: "paragraph" | "item" | "code", line: string) => {
    close();
    open = { kind, lines: [line], isDone: doneIndent !== null };
  };
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(QUOTE_MARK, "");
    const bare = line.trim();
    const indent = line.length - line.trimStart().length;
    const current = opened(open);
    if (bare === "") {
      if (current !== "code") close();
      isAfterBlank = true;
      continue;
    }
    const wasBlank = isAfterBlank;
    isAfterBlank = false;
    const fence = FENCE.exec(bare)?.[1];
    if (fence !== undefined) {
      const end = endOfFence(lines, at, fence);
      close();
      blocks.push({ kind: "code", text: lines.slice(at + 1, end).join("\n"), lines: end - at });
      at = end;
      continue;
    }
    if (current === "code" && indent >= codeIndent(itemIndent)) {
      begin("code", bare);
      continue;
    }
    if (indent === 0 && !ITEM.test(line) && wasBlank) itemIndent = null;
    const isNested = itemIndent !== null && ITEM.test(line);
    if (indent >= codeIndent(itemIndent) && !isNested && (wasBlank || /[:：]$/.test(previousText(open)))) {
      begin("code", bare);
      continue;
    }
    const item = ITEM.exec(line);
    if (item !== null && mayStartItem(item[2] ?? "", current, wasBlank)) {
      const [mark, box] = BOX.exec(item[3] ?? "") ?? [""];
      if (box === " " || (doneIndent !== null && indent <= doneIndent)) doneIndent = null;
      if (box !== undefined && box !== " ") doneIndent ??= indent;
      begin("item", (item[3] ?? "").slice(mark.length));
      itemIndent = line.length - (item[3] ?? "").length;
    } else if (HEADING.test(bare)) {
      close();
      const level = bare.search(/[^#]|$/);
      blocks.push({ kind: "heading", text: bare.replace(HEADING, "").replace(/(?<!\s)\s+#+$/, ""), lines: 1, level });
      itemIndent = null;
      doneIndent = null;
      isAfterBlank = true;
    } else if (UNDERLINE.test(bare) && isTitle(open) && !wasBlank) {
      close();
      const title = blocks.pop();
      if (title !== undefined) blocks.push({ ...title, kind: "heading", level: bare.startsWith("=") ? 1 : 2 });
      itemIndent = null;
      doneIndent = null;
      isAfterBlank = true;
    } else if (RULE.test(bare)) {
      close();
    } else if (bare.includes("|") && TABLE_RULE.test(lines[at + 1] ?? "")) {
      close();
      for (at += 2; (lines[at] ?? "").includes("|"); at++) blocks.push(rowOf(lines[at] ?? ""));
      at--;
    } else if (current === null || current === "code") {
      if (doneIndent !== null && indent <= doneIndent) doneIndent = null;
      begin("paragraph", bare);
    } else append(open, bare);
  }
  close();
  return blocks;
};

const QUOTE_MARK = /^\s{0,3}>\s?/;
const FENCE = /^(`{3,}|~{3,})[^`]*$/;
const HEADING = /^#{1,6}(?:\s+|$)/;
const UNDERLINE = /^(?:=+|-{2,})$/;
const RULE = /^(?:=+|[-*_](?:\s*[-*_]){2,})$/;
const TABLE_RULE = /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;
const ITEM = /^(\s*)([-*+•]|\d{1,3}[.)]|\(?[a-z]\)|\(\d{1,3}\))\s+(\S.*)$/;
/** Before the text of an item that can be ticked. */
const BOX = /^\[([ xX])\]\s+(?=\S)/;
const CODE_INDENT = 4;

type Open = { readonly kind: "paragraph" | "item" | "code"; readonly lines: string[] } | null;

// Functions, because the compiler does not see that closures change the variable.
const opened = (open: Open) => open?.kind ?? null;
const previousText = (open: Open): string => open?.lines.at(-1) ?? "";
const isTitle = (open: Open): boolean =>
  open?.kind === "paragraph" || (open?.kind === "item" && open.lines.length === 1);
const append = (open: Open, line: string) => open?.lines.push(line);

/** How far code is indented, after a blank line or a line that announces it: in a list, further than the item's own text. */
const codeIndent = (itemIndent: number | null): number => Math.max(CODE_INDENT, (itemIndent ?? 0) + 1);

/** A number that starts a later line of a paragraph belongs to its sentence, unless it begins a list. */
const mayStartItem = (marker: string, current: string | null, isAfterBlank: boolean): boolean =>
  isAfterBlank || current !== "paragraph" || /^(?:[-*•]|\(?1[.)])$/.test(marker);

const endOfFence = (lines: readonly string[], start: number, fence: string): number => {
  for (let at = start + 1; at < lines.length; at++) {
    const closing = (lines[at] ?? "").trim().replace(/^>\s?/, "");
    if (closing.startsWith(fence) && /^(?:`+|~+)$/.test(closing)) return at;
  }
  return lines.length;
};

const rowOf = (line: string): SpecBlock => ({
  kind: "row",
  text: line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(" | "),
  lines: 1,
});

const FRONT_MATTER = /^---(?:\r\n?|\n)[\s\S]*?(?:\r\n?|\n)---(?:\r\n?|\n|$)/;

/** A spec without front matter and comments, in parts. An opening mark that is never closed starts no comment. */
export const shownParts = (spec: string): readonly { readonly text: string; readonly start: number }[] => {
  const parts: { text: string; start: number }[] = [];
  let start = FRONT_MATTER.exec(spec)?.[0].length ?? 0;
  for (let at = spec.indexOf("<!--", start); at !== -1; at = spec.indexOf("<!--", start)) {
    const end = spec.indexOf("-->", at + 4);
    if (end === -1) break;
    parts.push({ text: spec.slice(start, at), start });
    start = end + 3;
  }
  return [...parts, { text: spec.slice(start), start }];
};

/** Removes the indentation that all lines share. */
const dedented = (lines: readonly string[]): readonly string[] => {
  const spread = lines.map((line) => line.replaceAll("\t", "    "));
  const indents = spread.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const common = indents.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  return spread.map((line) => line.slice(Math.min(common, line.length)));
};
