import { durationInWords, type ExchangeStory } from "@llmch/story";
import { labelled, type Page } from "./page.ts";

/** As much of a wrong kind of answer as shows what it is. */
const ANSWER_LINES = 3;

/**
 * What came of asking the model, in words: its troubles, and what it said.
 * @param summary what it said of its proposal; null if it made none, so that its answer itself is shown
 */
export const exchangeLines = (
  exchange: ExchangeStory | null,
  summary: string | null,
  page: Page,
): readonly string[] => {
  if (exchange === null) return [];
  const { reused, retries, failure, answer } = exchange;
  const said = summary ?? answer?.slice(0, MOST_CHARACTERS) ?? null;
  const troubles = [
    ...(reused ? ["a recorded answer is used again"] : []),
    ...retries.map(({ reason, wait_ms }) =>
      wait_ms === 0 ? reason : `${reason}; asked again after ${durationInWords(wait_ms)}`,
    ),
    ...(failure === null ? [] : [`no answer (${failure.reason}): ${failure.message}`]),
  ];
  return [
    ...troubles.flatMap((text) => labelled("model", text, page)),
    ...(said === null ? [] : labelled("answer", said.trim() === "" ? "(empty)" : said, page, ANSWER_LINES)),
  ];
};

const MOST_CHARACTERS = 2000;
