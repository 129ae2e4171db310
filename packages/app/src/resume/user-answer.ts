import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** Longer texts belong into a spec. */
export const MOST_CHARACTERS = 10_000;

/**
 * The answers to what waits, by its id: each is `ID=TEXT`, or a text alone if only one thing waits. Rejected if it is not clear what an
 * answer is for.
 * @param answered ids of the run that have their answer
 */
export const answersFor = (
  waiting: readonly string[],
  given: readonly string[],
  answered: readonly string[] = [],
): Result<ReadonlyMap<string, string>, Refusal> => {
  const answers = new Map<string, string>();
  const [only, another] = waiting;
  for (const text of given) {
    const [named, words] = splitAt(text, text.indexOf("="));
    const isWaiting = waiting.includes(named);
    const isOfAnother = answered.includes(named) || (another !== undefined && /^[\w.-]+$/.test(named));
    if (only !== undefined && !isWaiting && isOfAnother) {
      const message = `${printable(named)} waits for no answer: its id is unknown, or it has its answer`;
      return rejected(refusal("usage", message, `${waiting.join(", ")} wait: --answer ${only}="..."`));
    }
    const id = isWaiting ? named : another === undefined ? only : undefined;
    if (id === undefined) {
      const names = waiting.map((each) => `--answer ${each}="..."`).join(" ");
      const message =
        only === undefined ? "nothing of the run waits for an answer" : "several questions wait for an answer";
      return rejected(refusal("usage", message, only === undefined ? "leave --answer out" : `say which: ${names}`));
    }
    if (answers.has(id)) return rejected(refusal("usage", `${id} has two answers`, "give one"));
    if (text.length > MOST_CHARACTERS)
      return rejected(refusal("usage", "an answer is too long", `write at most ${MOST_CHARACTERS} characters`));
    answers.set(id, id === named ? words : text);
  }
  return accepted(answers);
};

const splitAt = (text: string, at: number): readonly [before: string, after: string] =>
  at === -1 ? ["", text] : [text.slice(0, at), text.slice(at + 1)];
