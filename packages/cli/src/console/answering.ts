import { tokensInWords } from "@llmch/text";

/** Tracks an answer that arrives in pieces. */
export interface Answering {
  /** @param characters how many of the answer have arrived so far; fewer than before means another answer */
  take(characters: number, now: number): void;
  /** `answering: 1.2k tokens so far, 45/s`; empty if nothing has arrived. Tokens are a guess: nobody counts them before the end. */
  inWords(now: number): string;
  end(): void;
}

/** Characters per token, roughly. */
const CHARACTERS = 4;
/** A rate over less time is meaningless. */
const LEAST_MS = 1000;

export const createAnswering = (): Answering => {
  let [characters, since] = [0, 0];
  return {
    take: (told, now) => {
      if (told < characters || characters === 0) since = now;
      characters = told;
    },
    inWords: (now) => {
      if (characters === 0) return "";
      const tokens = Math.ceil(characters / CHARACTERS);
      const ms = now - since;
      const rate = ms < LEAST_MS ? "" : `, ${Math.round((tokens * 1000) / ms)}/s`;
      return `answering: about ${tokensInWords(tokens)} tokens so far${rate}`;
    },
    end: () => {
      characters = 0;
    },
  };
};
