import { namePattern } from "./name-pattern.ts";

/**
 * Tells which paths a glob matches: `*` is anything within a name, `**` any number of folders, `{a,b}` either. A glob without a slash
 * matches a name at any depth. Does not backtrack: for each part between two `**`, the leftmost match is as good as any.
 */
export const globPattern = (glob: string): ((path: string) => boolean) => {
  const fits = alternatives(glob).map(oneGlob);
  return (path) => fits.some((each) => each(path));
};

/** True if a text is a glob rather than a path. */
export const isGlob = (text: string): boolean => /[*{]/.test(text);

/** Beyond this many alternatives, braces are taken literally. */
const MOST_ALTERNATIVES = 64;

/** `a.{b,c}` gives `a.b` and `a.c`. Nested braces are not supported. */
const alternatives = (glob: string): readonly string[] => {
  let all: readonly string[] = [""];
  for (const piece of glob.split(/(\{[^{}]*,[^{}]*\})/)) {
    const choices = /^\{.*,.*\}$/s.test(piece) ? piece.slice(1, -1).split(",") : [piece];
    const next = all.flatMap((start) => choices.map((choice) => start + choice));
    all = next.length <= MOST_ALTERNATIVES ? next : all.map((start) => start + piece);
  }
  return all;
};

type Fits = (name: string) => boolean;

const oneGlob = (glob: string): ((path: string) => boolean) => {
  const written = glob.replace(/^\.?\/+/, "").replace(/\/+$/, "/**");
  const rooted = written.includes("/") ? written : `**/${written}`;
  const [first = [], ...rest] = segmentsOf(rooted);
  const last = rest.pop();
  if (last === undefined) return (path) => matches(path.split("/"), first);
  // A glob that ends in `**` matches what is below a folder, not the folder itself.
  const isBelow = last.length === 0;
  const least = first.length + last.length + rest.reduce((sum, { length }) => sum + length, 0) + (isBelow ? 1 : 0);
  return (path) => {
    const names = path.split("/");
    if (names.length < least || !fitsAt(names, 0, first) || !fitsAt(names, names.length - last.length, last))
      return false;
    let at = first.length;
    const end = names.length - last.length - (isBelow ? 1 : 0);
    for (const segment of rest) {
      while (at + segment.length <= end && !fitsAt(names, at, segment)) at++;
      at += segment.length;
      if (at > end) return false;
    }
    return true;
  };
};

/** The parts of a glob between its `**`s. */
const segmentsOf = (glob: string): readonly (readonly Fits[])[] => {
  const segments: Fits[][] = [[]];
  for (const name of glob.split("/")) {
    if (name === "**") segments.push([]);
    else segments.at(-1)?.push(namePattern(name));
  }
  return segments;
};

const matches = (names: readonly string[], segment: readonly Fits[]): boolean =>
  names.length === segment.length && fitsAt(names, 0, segment);

const fitsAt = (names: readonly string[], at: number, segment: readonly Fits[]): boolean =>
  segment.every((fits, index) => fits(names[at + index] ?? ""));
