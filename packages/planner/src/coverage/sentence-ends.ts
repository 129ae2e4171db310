/**
 * The sentences of a paragraph, in order. No sentence ends at an abbreviation, at a point inside a number, a name or an address, or at one
 * between backticks or quotes. In doubt, sentences stay together: one that is too long is still found by a part of it. A point at the end of a
 * line leaves less doubt, since wrapped prose seldom breaks there; a mark of a script that has its own, such as `。` and `।`, leaves none.
 */
export const sentencesIn = (paragraph: string): readonly string[] => {
  const lines = paragraph.trim().replace(/\s+/g, (space) => (space.includes("\n") ? "\n" : " "));
  const text = lines.replaceAll("\n", " ");
  const spans = protectedSpans(text);
  const found: string[] = [];
  let start = 0;
  let at = 0;
  for (const match of text.matchAll(ENDING)) {
    const end = match.index + match[0].length;
    while ((spans[at]?.end ?? end) < match.index) at++;
    const span = spans[at];
    const isInside = span !== undefined && span.start < match.index && match.index < span.end;
    if (isInside && end < span.end) continue;
    const before = text.slice(start, match.index);
    const isAlone = lines[start + before.lastIndexOf(" ")] === "\n";
    const place = isInside ? "quoted" : lines[end] === "\n" && !isAlone ? "line end" : "line";
    const isEnd = OWN_MARK.test(match[0])
      ? place !== "quoted"
      : endsSentence(before, match[0], text.slice(end + 1, end + 4), place);
    if (!isEnd) continue;
    found.push(text.slice(start, end).trim());
    start = end;
  }
  return [...found, text.slice(start).trim()].filter((sentence) => sentence !== "");
};

/** A mark that may end a sentence, with the closing marks after it. */
const ENDING = /[.!?…]+["'”’)\]`*_~]*(?= )|[^\P{Sentence_Terminal}.!?]+["'”’)\]`*_~」』）】》]*/gu;
const OWN_MARK = /[^\P{Sentence_Terminal}.!?]/u;

/** Where a mark stands. A word alone on its line does not count as a line's end: it may be a list's number. */
type Place = "quoted" | "line" | "line end";

/** @param before the sentence so far; @param next what follows the space */
const endsSentence = (before: string, mark: string, next: string, place: Place): boolean => {
  const last = before.slice(before.lastIndexOf(" ") + 1);
  const word = last.replace(/^["'“‘([`*_]+(?=.)/, "");
  // A letter without case may begin a sentence. After a quote it more likely goes on, as "… ok." ثم.
  const isNewStart = (place === "quoted" ? CAPITAL : CAPITAL_OR_UNCASED).test(next);
  const isLineEnd = place === "line end";
  if (word === "" || /^(?:\.\.|…)/.test(mark)) return word !== "" && isNewStart;
  if (/^(?:\p{L}|\d{1,3})$/u.test(word))
    return before.trim().includes(" ") && (isLineEnd || (isNewStart && !/^[\p{Lu}\p{Lo}]$/u.test(word)));
  if (mark.startsWith(".") && NEVER_AN_END.has(word.toLowerCase())) return false;
  if (mark.startsWith(".") && BEFORE_A_NUMBER.has(word.toLowerCase()))
    return (isLineEnd || isNewStart) && !/^\p{N}/u.test(next);
  if (isLineEnd && ALSO_A_WORD.has(word.toLowerCase())) return true;
  return place === "quoted" || SELDOM_AN_END.has(word.toLowerCase()) ? isNewStart : true;
};

const CAPITAL = /^["'“‘([`*_]*[\p{Lu}\p{N}]/u;
const CAPITAL_OR_UNCASED = /^["'“‘([`*_«]*[\p{Lu}\p{N}\p{Lo}]/u;

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const NEVER_AN_END = words("e.g i.e eg ie cf vs approx resp mr mrs ms dr prof st z.b");
const BEFORE_A_NUMBER = words("no nr fig figs eq sec ch p pp vol ver v ca");
const SELDOM_AN_END = words("etc incl excl al inc ltd max min est dept jr sr");
const ALSO_A_WORD = words("max min");

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Code between backticks, and texts between quotes: no sentence ends inside them. */
const protectedSpans = (text: string): readonly Span[] =>
  [...text.matchAll(/(`+)[^`]+\1|"[^"]{1,300}"|“[^”]{1,300}”|「[^」]{1,300}」|『[^』]{1,300}』/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
