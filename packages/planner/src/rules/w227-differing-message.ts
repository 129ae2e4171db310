import { wordsTogether } from "@llmch/text";
import { caseWords, expectedMessages } from "../messages/expected-messages.ts";
import { isPlain, messageWord, messageWords, standsIn, textWords } from "../messages/message-words.ts";
import { nearWords } from "../messages/near-words.ts";
import { quote } from "../quote.ts";
import type { ChainRule, Finding } from "./rule.ts";

/** Only a hand-written order says more, and comparing every word with every other takes long. */
const MOST_WORDS = 5_000;

/**
 * A message that a command expects is in the order word for word, since the work's author may not see the command. Text that resembles
 * nothing in the order is a value, not a message. The same goes for two texts if the commands expect both.
 */
export const differingMessage: ChainRule = ({ order }) => {
  const programs = order.commands.flatMap(({ program, pointer }) =>
    program === null ? [] : [{ code: program.code ?? "", pointer }],
  );
  if (programs.length === 0) return [];
  const expected = programs.map(({ code, pointer }) => ({ pointer, messages: expectedMessages(code) }));
  const all = expected.flatMap(({ messages }) => messages.map(messageWords));
  if (all.length === 0) return [];
  const raw = textWords(saidIn(order.json));
  const said = raw.map(messageWord);
  if (said.length > MOST_WORDS) return [];
  const values = caseWords(programs.map(({ code }) => code).join("\n"));
  return expected.flatMap(({ messages, pointer }) =>
    messages.flatMap((message): readonly Finding[] => {
      const words = messageWords(message);
      if (standsIn(words, said)) return [];
      const near = nearWords(words, said);
      if (near === null) return [];
      const window = said.slice(near.start, near.end);
      if (plainWords(window) === plainWords(words) || words.some((word) => values.has(word) && !window.includes(word)))
        return [];
      if (all.some((other) => standsIn(window, other))) return [];
      const text = wordsTogether(raw.slice(near.start, near.end).join(" "));
      return [
        {
          code: "W227",
          field: "acceptance_commands",
          message: `a command expects ${quote(message)}, and the order says ${quote(text)}`,
          pointer,
        },
      ];
    }),
  );
};

const plainWords = (words: readonly string[]): string => words.filter(isPlain).join(" ");

const saidIn = ({ intent, notes }: Readonly<Record<string, unknown>>): string =>
  [intent, notes]
    .filter((text) => typeof text === "string")
    .join(" ")
    .trim();
