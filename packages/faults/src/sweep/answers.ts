import { setTimeout as wait } from "node:timers/promises";
import type { WorkOrder } from "@llmch/contract";
import { reviewOf, type SeenRequest, sceneOrder, serves, startModelServer } from "@llmch/testkit";
import { isJsonObject, sha256Hex } from "@llmch/text";
import { randomOf } from "../random.ts";
import { oldPathOf, pathOf } from "./part-paths.ts";
import { DIVIDING, plannerQuestion } from "./planner-answers.ts";

/** What an order makes, and the model's first answer if the scenario wants a failure. */
export const GOOD = "ready\n";
const NOT_YET = "not yet\n";
/** Passes alone, but not beside part 2. */
const CLASHES = "ready without part 2\n";

/** Passes every gate, but a reviewer sends it back. */
const DOUBTFUL = "ready, or so\n";
/** The model that reviews. */
export const REVIEWER = "reviewer-1";

/** What the orders of a parallel scenario depend on: some come one after another, some are independent. */
const BEFORE: Readonly<Record<number, readonly number[]>> = { 3: [2], 4: [3] };

/** Fails if part 2 exists beside a part that cannot tolerate it. */
export const VERIFY = {
  "scripts/verify.sh": `#!/bin/sh
cd "$(dirname "$0")/.." || exit 1
if [ -f part-2.txt ] && grep -qs 'without part 2' part-*.txt; then echo "beside part 2"; exit 1; fi
`,
};

export interface OrderKind {
  /** Whether a command copies its file into another one. */
  readonly derives?: boolean;
  /** Whether some orders depend on others. */
  readonly isBeside?: boolean;
}

/** An order of a sweep: it renames a file, which must then say that it is ready. */
export const sweepOrder = (number: number, { derives = false, isBeside = false }: OrderKind): WorkOrder => {
  const before = isBeside ? (BEFORE[number] ?? []).map(pathOf) : [];
  return sceneOrder({
    ...(derives ? { derive: [{ command: `cp ${pathOf(number)} ${DERIVED}`, files: [DERIVED] }] } : {}),
    id: `WO-0${number}`,
    title: titleOf(number),
    preconditions: before.map((path) => ({ kind: "file_exists", path })),
    context_files: before,
    allowed_files: [oldPathOf(number), pathOf(number)],
    postconditions: [
      { kind: "file_absent", path: oldPathOf(number) },
      { kind: "file_exists", path: pathOf(number) },
    ],
    acceptance_commands: [`grep -q ready ${pathOf(number)}`],
  });
};

const titleOf = (number: number): string => `Make part ${number} ready`;
/** What the command makes. */
export const DERIVED = "derived.txt";
const OLD = "old\n";

/** The numbers of a scenario's orders. */
export const numbersTo = (orders: number): readonly number[] => Array.from({ length: orders }, (_, index) => index + 1);

/** The files that the orders find in the repo. */
export const oldFiles = (orders: number): Readonly<Record<string, string>> =>
  Object.fromEntries(numbersTo(Math.max(orders, 2)).map((number) => [oldPathOf(number), OLD]));

/** A question, by its key (`WO-01/attempt-1`) and the hash of its text. */
export interface Asked {
  readonly key: string;
  readonly sha256: string;
}

/** A model on loopback that many runs use at the same time, each with its own key. */
export interface Answers {
  /** The environment that a run needs to use it. */
  settings(key: string): Readonly<Record<string, string>>;
  /** The questions under a key, in order. */
  asked(key: string): readonly Asked[];
  close(): Promise<void>;
}

/**
 * Which answers a scenario's model gives: right ones, a first one that fails or is sent back, those for parallel orders, those to
 * an order that is designed, or to one that fails and is divided.
 */
const MANNERS = [
  ...(["right", "fails-first", "beside", "reviewed", "tools"] as const),
  ...(["designed", "divided"] as const),
] as const;
export type Manner = (typeof MANNERS)[number];

const contentOf = (manner: Manner, number: number, attempt: number): string => {
  if (attempt > 1) return GOOD;
  if ((manner === "fails-first" || manner === "divided") && number === 1) return NOT_YET;
  if (manner === "reviewed") return DOUBTFUL;
  if (manner !== "beside") return GOOD;
  return number === 3 ? NOT_YET : number === 5 ? CLASHES : GOOD;
};

const answerTo = (number: number, content: string): string => {
  const path = oldPathOf(number);
  const edits = [{ find: OLD, replace: content }];
  const write = { path, base_sha256: sha256Hex(OLD), rename_to: pathOf(number), edits };
  return JSON.stringify({ summary: "Did as the order says.", writes: [write] });
};

/** What the children of a divided order write: first the new file, then the removal of the old one. */
const newFileOf = (number: number): string =>
  JSON.stringify({ summary: "Wrote it.", writes: [{ path: pathOf(number), base_sha256: null, content: GOOD }] });
const withoutOldOf = (number: number): string => {
  const write = { path: oldPathOf(number), base_sha256: sha256Hex(OLD), delete: true };
  return JSON.stringify({ summary: "Removed it.", writes: [write] });
};

/** A reviewer's answer: the command of its note fails as long as the note is right. */
const reviewTo = (number: number, isDoubtful: boolean): string => {
  const path = pathOf(number);
  const note = { path, claim: "It is not sure of itself.", evidence: "It says that it is ready." };
  return isDoubtful ? reviewOf({ ...note, command: `grep -qx ready ${path}` }) : reviewOf();
};

/** The same answers as a record, by key. */
export const recordedAnswers = (
  orders: number,
  manner: Manner,
): Readonly<Record<string, string | ReturnType<typeof callsIn>>> =>
  Object.fromEntries(
    numbersTo(orders).flatMap((number) =>
      Object.entries(recordOf(number, manner)).map(([key, said]) => [`WO-0${number}/${key}`, said] as const),
    ),
  );

const recordOf = (number: number, manner: Manner): Readonly<Record<string, string | ReturnType<typeof callsIn>>> => {
  const answer = (attempt: number) => answerTo(number, contentOf(manner, number, attempt));
  if (manner === "tools") {
    const turns = [1, 2, 3, 4].map((turn) => [turn === 1 ? "" : `/turn-${turn}`, callsIn(number, turn)] as const);
    return Object.fromEntries(
      [1, 2].flatMap((attempt) => turns.map(([turn, calls]) => [`attempt-${attempt}${turn}`, calls])),
    );
  }
  return {
    "attempt-1": answer(1),
    "attempt-2": answer(2),
    ...(manner !== "reviewed"
      ? {}
      : {
          "attempt-1/review-1": reviewTo(number, true),
          "attempt-1/turn-2": answerTo(number, GOOD),
          "attempt-1/review-2": reviewTo(number, false),
          "attempt-2/review-1": reviewTo(number, false),
        }),
  };
};

/** A key tells the server how to answer. */
export const keyOf = (manner: Manner, name: string): string => `sk-${manner}-${name}`;
const mannerOf = (key: string): Manner => MANNERS.find((manner) => key.startsWith(`sk-${manner}-`)) ?? "right";

/** Parallel orders are answered after a while, so that they overtake one another; the first usually comes last. */
const SLOWEST_MS = 120;
const FIRST_MS = 400;

export const startAnswers = async (seed: number): Promise<Answers> => {
  const random = randomOf(seed, -2);
  const asked = new Map<string, Asked[]>();
  const keyIn = ({ headers }: SeenRequest): string => headers.authorization?.replace(/^Bearer /, "") ?? "";
  const server = await startModelServer({
    responses: (request) => {
      const { key: name, answer } = plannerQuestion(request);
      const key = keyIn(request);
      asked.set(key, [...(asked.get(key) ?? []), { key: name, sha256: sha256Hex(request.prompt) }]);
      return serves.answers(answer);
    },
    chat: (request) => {
      const key = keyIn(request);
      const manner = mannerOf(key);
      const { key: name, number, child, attempt, turn } = questionOf(request);
      const words = manner === "tools" ? "" : sha256Hex(request.prompt);
      asked.set(key, [...(asked.get(key) ?? []), { key: name, sha256: words }]);
      if (manner === "tools") return serves.answers("", { calls: callsIn(number, toolTurn(request)) });
      if (child !== null) return serves.answers(child === 1 ? newFileOf(number) : withoutOldOf(number));
      const isReview = request.body.model === REVIEWER;
      const content = turn > 1 ? GOOD : contentOf(manner, number, attempt);
      const answer = serves.answers(
        isReview ? reviewTo(number, request.prompt.includes(`|${DOUBTFUL}`)) : answerTo(number, content),
      );
      if (manner !== "beside") return answer;
      const delay = random.below(number === 1 ? FIRST_MS : SLOWEST_MS);
      return async (turn) => {
        await wait(delay);
        await answer(turn);
      };
    },
  });
  return {
    settings: (key) => ({
      ...{ OPENAI_API_KEY: key, OPENAI_BASE_URL: server.url },
      ...(mannerOf(key) === "divided" ? { LLMCH_FACTORY_ESCALATION: DIVIDING } : {}),
    }),
    asked: (key) => asked.get(key) ?? [],
    close: () => server.close(),
  };
};

/** The tool calls of an author in a turn, counted from 1: it looks, drafts, has the draft checked, and proposes it. */
const callsIn = (number: number, turn: number) => {
  const [from, to] = [oldPathOf(number), pathOf(number)];
  const turns: readonly (readonly (readonly [name: string, args: object])[])[] = [
    [
      ["list", {}],
      ["read", { path: from }],
    ],
    [
      ["write", { path: to, content: GOOD }],
      ["write", { path: from, delete: true }],
    ],
    [["check", { command: `grep -q ready ${to}` }]],
    [["propose", { summary: "Did as the order says." }]],
  ];
  const calls = turns[Math.min(turn, turns.length) - 1] ?? [];
  return calls.map(([name, args], index) => ({
    ...{ id: `call-${turn}-${index}`, name },
    arguments: JSON.stringify(args),
  }));
};

/** Each earlier turn left a message from the assistant. */
const toolTurn = ({ body }: SeenRequest): number => {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  return 1 + messages.filter((message) => isJsonObject(message) && message.role === "assistant").length;
};

/**
 * The order, attempt and turn of a request: a later attempt is told about each that failed, and a later turn about each review. An attempt
 * may fail although its answer is right, if the kill hits a command. A review's prompt does not give its attempt: its text identifies it.
 */
const questionOf = (request: SeenRequest) => {
  const { prompt, body } = request;
  const [, order = "1", part] = /"id": "WO-0(\d)(?:\.(\d))?"/.exec(prompt) ?? [];
  const number = Number(order);
  const child = part === undefined ? null : Number(part);
  const attempt = 1 + (prompt.match(/^Attempt \d+ failed\.$/gm)?.length ?? 0);
  const turn = toolTurn(request) + (prompt.match(/^## What a reviewer says$/gm)?.length ?? 0);
  const round = 1 + (prompt.match(/^In round \d+ you held against it:$/gm)?.length ?? 0);
  const last = body.model === REVIEWER ? `/review-${round}` : turn === 1 ? "" : `/turn-${turn}`;
  const id = `WO-0${number}${child === null ? "" : `.${child}`}`;
  return { number, child, attempt, turn, key: `${id}/attempt-${attempt}${last}` };
};
