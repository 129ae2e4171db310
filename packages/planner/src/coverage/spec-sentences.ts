import { namesApart, wordsApart } from "@llmch/text";
import { withoutAnswers } from "./answered-spec.ts";
import { sentencesIn } from "./sentence-ends.ts";
import { blocksOf, type SpecBlock } from "./spec-blocks.ts";

/** A sentence of a spec, or another part of it that can be quoted. */
export interface SpecSentence {
  /** On one line. */
  readonly text: string;
  /**
   * False for headings, code samples, bare labels, ticked items, struck text, sections that demand nothing, and answers to the planner's
   * questions.
   */
  readonly isDemand: boolean;
}

/** The sentences of a spec in order, with the parts between them. The same text always gives the same result. */
export const specSentences = (spec: string): readonly SpecSentence[] => {
  const [own, answers] = withoutAnswers(spec);
  return [...sentencesOf(own), ...sentencesOf(answers).map(({ text }) => ({ text, isDemand: false }))];
};

const sentencesOf = (spec: string): readonly SpecSentence[] => {
  const blocks = blocksOf(spec);
  let demandsNothing = false;
  /** The level of the section that is named as no goal; null outside of one. */
  let outOfScope: number | null = null;
  return blocks.flatMap((block, index) => {
    const { kind, text } = block;
    if (isHeading(block, blocks[index + 1]) || (index === 0 && isTitle(block, blocks[1]))) {
      const { level = LOWEST } = block;
      // `#13 Out of scope pages` is the title of an issue.
      const isNoGoal = NO_GOALS.test(text.replace(/^(?!#\d)[^\p{L}]+/u, "")) || (kind === "heading" && isStruck(text));
      // A title names the whole, not a section.
      if (outOfScope === null || level <= outOfScope) outOfScope = isNoGoal && index > 0 ? level : null;
      demandsNothing = isNoGoal || outOfScope !== null || DEMANDS_NOTHING.test(text.replace(/^[\d.)\s]+/, ""));
      return [{ text: onOneLine(text), isDemand: false }];
    }
    if (kind === "code") return [{ text: onOneLine(text), isDemand: false }];
    const sentences = kind === "row" ? [text] : sentencesIn(text);
    const left = withoutStruck(sentences);
    const setting = index === 1 ? settingIn(sentences, blocks[0]) : 0;
    return sentences.map((sentence, number) => ({
      text: sentence,
      isDemand: !demandsNothing && block.isDone !== true && number >= setting && isDemand(left[number] ?? "", kind),
    }));
  });
};

/** A separate line that is not a sentence: `Errors`, `1. Money`, `**Output**`. */
const isHeading = ({ kind, text, lines }: SpecBlock, next: SpecBlock | undefined): boolean => {
  if (kind === "heading") return true;
  if (lines > 1 || next === undefined || kind === "code" || kind === "row") return false;
  if (kind === "paragraph" && /^(\*\*|__)[^*]+\1:?$/.test(text)) return true;
  const isShort =
    wordsOf(text).length <= MOST_WORDS_OF_A_HEADING &&
    !/(?:[.!?;；]|\p{Sentence_Terminal})["'”’)\]`~」』）】》]*$/u.test(text);
  return isShort && (kind === "paragraph" ? !text.includes("`") : next.kind === "paragraph" && /^\p{Lu}/u.test(text));
};

/** The first line of a spec, if it stands alone and is no sentence: `Add merge keys to YAMLMap.add`. In Thai and Lao no mark ends one. */
const isTitle = ({ kind, text, lines }: SpecBlock, next: SpecBlock | undefined): boolean =>
  kind === "paragraph" &&
  lines === 1 &&
  next !== undefined &&
  wordsOf(text).length <= MOST_WORDS_OF_A_TITLE &&
  !/[\p{sc=Thai}\p{sc=Lao}]/u.test(text) &&
  !/(?:[.!?:;：；]|\p{Sentence_Terminal})["'”’)\]`~」』）】》]*$/u.test(text);

/** After a title such as `evenly: split costs`, the number of sentences that describe the setting, before one names the product. */
const settingIn = (sentences: readonly string[], title: SpecBlock | undefined): number => {
  const name = title?.kind === "heading" ? /^([\p{L}\p{N}_-]+)(?=\s*(?:[:：–—]|$))/u.exec(title.text)?.[1] : undefined;
  if (name === undefined) return 0;
  const names = (sentence: string) =>
    namesApart(sentence)
      .split(/[^\p{L}\p{N}_-]+/u)
      .includes(name);
  return Math.max(0, sentences.findIndex(names));
};

const MOST_WORDS_OF_A_HEADING = 5;
const MOST_WORDS_OF_A_TITLE = 15;
const MOST_WORDS_OF_A_LABEL = 4;
const FEWEST_WORDS_OF_A_ROW = 3;

/** Of a heading that only its words show. */
const LOWEST = 7;

/** What is left of each sentence of a block without what is struck: `~~It is gone.~~`. In code, and alone, the mark is none. */
const withoutStruck = (sentences: readonly string[]): readonly string[] => {
  const pieces = sentences.map((sentence) => sentence.split(/(~~|`+)/));
  let code = "";
  const isMark = (piece: string): boolean => {
    if (piece.startsWith("`")) code = code === "" ? piece : code === piece ? "" : code;
    return piece === "~~" && code === "";
  };
  const marks = pieces.flat().filter(isMark).length;
  code = "";
  let seen = 0;
  const stays = (piece: string): boolean => {
    if (isMark(piece)) seen += 1;
    return seen % 2 === 0 || seen === marks;
  };
  return marks < 2 ? sentences : pieces.map((each) => each.filter(stays).join("").replaceAll("~~", ""));
};

const isStruck = (text: string): boolean => text !== "" && withoutStruck([text]).join("").trim() === "";

/** Headings of sections that say what is not to be built, in English and German, and of all sections below them. */
const NO_GOALS =
  /^(?:explicit(?:ly)? |ausdrücklich )?(?:(?:non|anti)-?\s?goals?|no(?:t a)? goals?|out[- ]of[- ]scope|not in scope|beyond (?:the )?scope|won['’]?t (?:do|have|fix)|will not (?:do|have|be done)|not planned|nicht-?\s?ziele?|keine? ziele?|au(?:ß|ss)erhalb (?:des|vom|von) (?:umfangs?|scopes?|rahmens?|projekts?)|nicht (?:im|in) (?:umfang|scope|rahmen)|nicht (?:teil|bestandteil|geplant|enthalten)|abgrenzung(?:en)?(?=\W*$))(?!\p{L})/iu;

/** Headings of sections that no order has to fulfil. */
const DEMANDS_NOTHING =
  /^(?:background|motivation|rationale|glossary|history|references|see also|licen[cs]e|acknowledge?ments|context|current (?:behaviou?r|state)|(?:how to )?(?:run|build)(?:ning|ing)?(?: (?:the )?tests?| it)?$|development$)\b/i;

/** A sentence that tells how things are today, or why something is asked for, and asks for nothing. */
const OF_TODAY =
  /^[*_]*(?:background|context|motivation|rationale|today|currently|at present|at the moment|so far|until now|right now|because|since(?! v?\d)|when\b.*\b(?:today|currently|right now))\b/i;
/** A remark in parentheses; it may be the first of several sentences there. */
const ASIDE = /^[*_]*\([^()]*(?:\([^()]*\)[^()]*)*\)?[.!?*_]{0,4}$/;
const ASKS = /\b(?:must|should|shall|has to|have to|needs? to|may|will|add|make|let|use)\b/i;
/** A note on how the tests are run, or the program is built. */
const HOW_TO_RUN =
  /^[*_]*(?:(?:to |how to )?(?:run|execute|build)(?:ning|ing)? (?:the |all |all the |its |existing |unit )*(?:tests?|test suite|suite|project)[*_]*(?::| with| using| by| via)|(?:the |all |existing |unit )*(?:tests?|test suite|suite) (?:is|are|can be) (?:run|started|executed) (?:with|by|using|via)|(?:the |all )*tests? run with|(?:you can |use |run |type )*`[^`]+` (?:to run|for running|for) (?:the |all |its |existing |unit )*(?:tests?|test suite|suite)\b)/i;

const isDemand = (sentence: string, kind: SpecBlock["kind"]): boolean => {
  const words = wordsOf(sentence.replace(/!\[[^[\]]*\]\([^()]*\)|<\/?[a-z][^<>]*>|https?:\/\/\S+/gi, " "));
  if (words.length < (kind === "row" ? FEWEST_WORDS_OF_A_ROW : 2)) return false;
  if (/^(`+)[^`]+\1[.:;,]?$/.test(sentence)) return false;
  if (HOW_TO_RUN.test(sentence) || ((OF_TODAY.test(sentence) || ASIDE.test(sentence)) && !ASKS.test(sentence)))
    return false;
  return !(/[:：]$/.test(sentence) && words.length <= MOST_WORDS_OF_A_LABEL);
};

/** Letters enough for the most words that are counted. */
const MOST_LETTERS = 100;
const wordsOf = (text: string): readonly string[] => wordsApart(text, MOST_LETTERS).match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
