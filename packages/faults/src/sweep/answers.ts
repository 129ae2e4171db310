import { sha256Hex, type WorkOrder } from "@llmch/contract";
import { type SeenRequest, sceneOrder, serves, startModelServer } from "@llmch/testkit";

/** What an order makes, and the model's first answer if the scenario wants a failure. */
export const GOOD = "ready\n";
const NOT_YET = "not yet\n";

/**
 * An order of a sweep: it renames a file, which must then say that it is ready.
 * @param derives whether a command copies that file into another one
 */
export const sweepOrder = (number: number, derives: boolean): WorkOrder =>
  sceneOrder({
    ...(derives ? { derive: [{ command: `cp ${pathOf(number)} ${DERIVED}`, files: [DERIVED] }] } : {}),
    id: `WO-0${number}`,
    title: titleOf(number),
    allowed_files: [oldPathOf(number), pathOf(number)],
    postconditions: [
      { kind: "file_absent", path: oldPathOf(number) },
      { kind: "file_exists", path: pathOf(number) },
    ],
    acceptance_commands: [`grep -q ready ${pathOf(number)}`],
  });

const titleOf = (number: number): string => `Make part ${number} ready`;
export const pathOf = (number: number): string => `part-${number}.txt`;
/** In a folder of its own, which disappears with it. */
export const oldPathOf = (number: number): string => `old-${number}/part.txt`;
/** What the command makes. */
export const DERIVED = "derived.txt";
const OLD = "old\n";

/** The files that the orders find in the repo. */
export const OLD_FILES: Readonly<Record<string, string>> = { [oldPathOf(1)]: OLD, [oldPathOf(2)]: OLD };

/** A model on loopback that many runs use at the same time, each with its own key. */
export interface Answers {
  /** The environment that a run needs to use it. */
  settings(key: string): Readonly<Record<string, string>>;
  /** The questions under a key, in order: `WO-01/attempt-1`. */
  asked(key: string): readonly string[];
  close(): Promise<void>;
}

const answerTo = (number: number, content: string): string => {
  const path = oldPathOf(number);
  const edits = [{ find: OLD, replace: content }];
  const write = { path, base_sha256: sha256Hex(OLD), rename_to: pathOf(number), edits };
  return JSON.stringify({ summary: "Did as the order says.", writes: [write] });
};

/** The same answers as a record, by key. */
export const recordedAnswers = (failsFirst: boolean): Readonly<Record<string, string>> => ({
  "WO-01/attempt-1": answerTo(1, failsFirst ? NOT_YET : GOOD),
  "WO-01/attempt-2": answerTo(1, GOOD),
  "WO-02/attempt-1": answerTo(2, GOOD),
});

/** Keys with this beginning get a wrong answer at first. */
export const FAILS_FIRST = "sk-fails-first-";

export const startAnswers = async (): Promise<Answers> => {
  const asked = new Map<string, string[]>();
  const server = await startModelServer({
    chat: (request) => {
      const key = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
      const { name, number, attempt } = questionOf(request);
      asked.set(key, [...(asked.get(key) ?? []), name]);
      return serves.answers(answerTo(number, key.startsWith(FAILS_FIRST) && attempt === 1 ? NOT_YET : GOOD));
    },
  });
  return {
    settings: (key) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: server.url }),
    asked: (key) => asked.get(key) ?? [],
    close: () => server.close(),
  };
};

/**
 * The order and attempt of a request: a later attempt is told of each that failed. One may fail although its answer is right, when
 * the kill hits a command.
 */
const questionOf = ({ prompt }: SeenRequest) => {
  const number = prompt.includes(titleOf(2)) ? 2 : 1;
  const attempt = 1 + (prompt.match(/^Attempt \d+ failed\.$/gm)?.length ?? 0);
  return { number, attempt, name: `WO-0${number}/attempt-${attempt}` };
};
