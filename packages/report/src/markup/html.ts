import { htmlText, utf8Length, visible } from "@llmch/text";
import { allowanceFor } from "./allowance.ts";

const PARTS: unique symbol = Symbol("parts");

/** Trusted markup. Only this module can make it. Everything else on the page is a text, and is escaped. */
export interface Markup {
  readonly [PARTS]: readonly Part[];
}

/** A part whose size is decided when all parts are known. */
interface Deferred {
  readonly bytes: number;
  readonly within: (allowance: number) => Markup;
}

type Part = string | Deferred;
type Hole = Markup | string | number | null | false | readonly Markup[];

/** Markup from a template. Texts in its holes are escaped and made visible; `null` and `false` become nothing. */
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

/** An attribute that is either present or absent. */
export const attributeIf = (name: "open" | "checked" | "selected", isThere: boolean): Markup =>
  ours(isThere ? ` ${name}` : "");

export const openIf = (isOpen: boolean): Markup => attributeIf("open", isOpen);

/** What somebody typed, to go on with in a text field: escaped, but with no sign for what is invisible in it. */
export const typed = (text: string): Markup => ours(htmlText(text));

/** Markup that does not come from a template: the page's own style and script, and drawings by one of llmch's packages. */
export const ours = (markup: string): Markup => ({ [PARTS]: [markup] });

/** A part that would take `bytes` bytes, and can be shortened to about its allowance. */
export const deferred = (bytes: number, within: (allowance: number) => Markup): Markup => ({
  [PARTS]: [{ bytes, within }],
});

/** The size of a page in bytes: the fixed part, and each part that can be shortened. */
export const sizesOf = (markup: Markup): { readonly fixed: number; readonly deferred: readonly number[] } => ({
  fixed: markup[PARTS].reduce((sum, part) => sum + (typeof part === "string" ? utf8Length(part) : 0), 0),
  deferred: markup[PARTS].flatMap((part) => (typeof part === "string" ? [] : [part.bytes])),
});

/** The text of a page of about that many bytes: if it is larger, its longest parts are cut to the same size. */
export const serialiseWithin = (markup: Markup, bytes: number): string => {
  const { fixed, deferred } = sizesOf(markup);
  return serialise(markup, allowanceFor(deferred, bytes - fixed));
};

/** The text of the markup. Each part that can be shortened stays within its allowance. */
export const serialise = (markup: Markup, allowance: number): string =>
  markup[PARTS]
    .map((part) => (typeof part === "string" ? part : serialise(part.within(allowance), allowance)))
    .join("");

/** Neighbouring strings are joined at once, so most markup is a single string. */
const append = (parts: Part[], part: Part): void => {
  const last = parts.at(-1);
  if (typeof last === "string" && typeof part === "string") parts[parts.length - 1] = last + part;
  else parts.push(part);
};

const isList = (hole: Markup | readonly Markup[]): hole is readonly Markup[] => Array.isArray(hole);

const escapeText = (text: string): string => htmlText(visible(text));

/** How many bytes a text takes on the page, approximately: does not count signs for invisible characters. */
export const escapedBytes = (text: string): number => {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22) bytes += 6;
    else if (unit === 0x26 || unit === 0x27) bytes += 5;
    else if (unit === 0x3c || unit === 0x3e) bytes += 4;
    else bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
};

/** The place of a hole in a template: between tags, in a quoted value, or inside a tag beside its attributes. */
type HolePlace = "content" | "value" | "tag";

const known = new WeakMap<TemplateStringsArray, readonly HolePlace[]>();

/** The places of a template's holes. Throws if a hole would not be safe there, which is a bug in the template. */
const holePlaces = (template: TemplateStringsArray): readonly HolePlace[] => {
  const found = known.get(template) ?? placesIn(template);
  known.set(template, found);
  return found;
};

const placesIn = (template: TemplateStringsArray): readonly HolePlace[] => {
  let place: HolePlace = "content";
  return template.slice(0, -1).map((text) => {
    for (const character of text) place = next(place, character);
    if (place === "tag" && text.endsWith("=")) throw new Error("an attribute's value must be quoted");
    if (place === "value" && !SAFE_VALUE.test(text)) throw new Error("a text must not stand in this attribute");
    return place;
  });
};

/**
 * Attributes that run nothing and load nothing. A link or a form leads to a place on the page, or to a path of this server that begins
 * in the template, so that no text decides the host. A value has at most one hole.
 */
const SAFE_VALUE =
  /(?:\s(?:class|id|title|lang|for|name|value|max|datetime|aria-[a-z]+|data-[a-z]+|x|x1|x2|y|width|height)="|\shref="#|\s(?:href|action)="\/[a-z]+[/?]|\shref="https:\/\/github\.com\/)[^"]*$/;

const next = (place: HolePlace, character: string): HolePlace => {
  if (place === "value") return character === '"' ? "tag" : "value";
  if (place === "tag") return character === '"' ? "value" : character === ">" ? "content" : "tag";
  return character === "<" ? "tag" : "content";
};
