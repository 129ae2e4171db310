import { utf8Length } from "@llmch/contract";
import { holePlaces } from "./hole-places.ts";
import { visible } from "./visible.ts";

const PARTS: unique symbol = Symbol("parts");

/** Markup of our own making. Only this module can make it: whatever else is put on the page is a text, and escaped. */
export interface Markup {
  readonly [PARTS]: readonly Part[];
}

/** A part whose size is decided once all parts are known. */
interface Deferred {
  readonly bytes: number;
  readonly within: (allowance: number) => Markup;
}

type Part = string | Deferred;
export type Hole = Markup | string | number | null | false | readonly Markup[];

/** Markup from a template. Texts in its holes are escaped and made visible; nothing stands for `null` and `false`. */
export const html = (template: TemplateStringsArray, ...holes: readonly Hole[]): Markup => {
  const places = holePlaces(template);
  const parts: Part[] = [template[0] ?? ""];
  holes.forEach((hole, index) => {
    if (typeof hole === "string" || typeof hole === "number") {
      if (places[index] === "tag") throw new Error("a text must not stand inside a tag");
      append(parts, escapeText(String(hole)));
    } else if (hole !== null && hole !== false) {
      if (places[index] === "value") throw new Error("markup must not stand in an attribute's value");
      for (const markup of isList(hole) ? hole : [hole]) for (const part of markup[PARTS]) append(parts, part);
    }
    append(parts, template[index + 1] ?? "");
  });
  return { [PARTS]: parts };
};

/** An attribute that is there or not. */
export const flag = (name: "open" | "hidden" | "checked", isSet: boolean): Markup => ours(isSet ? ` ${name}` : "");

/** Markup that is not made by a template: the page's own style and script, and drawings by a package of ours. */
export const ours = (markup: string): Markup => ({ [PARTS]: [markup] });

/** A part that would take so many bytes, and can be made in less: in about as many as it is allowed. */
export const deferred = (bytes: number, within: (allowance: number) => Markup): Markup => ({
  [PARTS]: [{ bytes, within }],
});

export const joined = (parts: readonly Markup[], separator: string): Markup => ({
  [PARTS]: parts.flatMap((part, index) => (index === 0 ? part[PARTS] : [escapeText(separator), ...part[PARTS]])),
});

/** What a page takes, in bytes: what is fixed, and each part that can be made in less. */
export const sizesOf = (markup: Markup): { readonly fixed: number; readonly deferred: readonly number[] } => ({
  fixed: markup[PARTS].reduce((sum, part) => sum + (typeof part === "string" ? utf8Length(part) : 0), 0),
  deferred: markup[PARTS].flatMap((part) => (typeof part === "string" ? [] : [part.bytes])),
});

/** The text of the markup, each part that can be made in less within its allowance. */
export const serialise = (markup: Markup, allowance: number): string =>
  markup[PARTS]
    .map((part) => (typeof part === "string" ? part : serialise(part.within(allowance), allowance)))
    .join("");

/** Neighbouring strings are joined at once, so that most markup is one of them. */
const append = (parts: Part[], part: Part): void => {
  const last = parts.at(-1);
  if (typeof last === "string" && typeof part === "string") parts[parts.length - 1] = last + part;
  else parts.push(part);
};

const isList = (hole: Markup | readonly Markup[]): hole is readonly Markup[] => Array.isArray(hole);

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeText = (text: string): string =>
  visible(text).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** How many bytes a text takes on the page, near enough: signs that stand for unseen characters are not counted. */
export const escapedBytes = (text: string): number => {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22) bytes += 6;
    else if (unit === 0x26) bytes += 5;
    else if (unit === 0x3c || unit === 0x3e) bytes += 4;
    else bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
};
