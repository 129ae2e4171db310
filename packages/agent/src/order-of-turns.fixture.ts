import { orderCall } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { callsOf, type ScriptedCall } from "@llmch/testkit";
import { accepted } from "@llmch/text";
import { LIMITS, memoryScene, pathOf } from "./agent.fixture.ts";
import { NOTHING_TAKEN } from "./conversation.ts";
import { converse } from "./loop/converse.ts";
import { toolset } from "./toolset.ts";

/** How many files the repo has, and how many lines each. */
const FILES = 1_000;
const LINES = 200;

const files = () =>
  Object.fromEntries(
    Array.from({ length: FILES }, (_, file) => {
      const lines = Array.from(
        { length: LINES },
        (_, line) => `export const value${line} = compute(${file}, ${line});\n`,
      );
      return [`src/part${file % 20}/file${file}.ts`, lines.join("")];
    }),
  );

const nameOf = (file: number) => `src/part${file % 20}/file${file}.ts`;

/** The turns of a model, in a cycle: it looks, then changes a file. */
const callsIn = (turn: number): readonly ScriptedCall[] => {
  const path = nameOf(turn);
  const edits = [{ find: `value7 = compute(${turn}, 7)`, replace: `value7 = ${turn}` }];
  const kinds: readonly (readonly ScriptedCall[])[] = [
    [
      ["list", { path: `src/part${turn % 20}` }],
      ["read", { path }],
    ],
    [
      ["read", { path, ranges: [{ from: 1, to: 50 }] }],
      ["edit", { path, edits }],
    ],
    [["diff"], ["read", { path: nameOf(turn + 100) }]],
    [["search", { query: `compute(${turn}, 1`, path: `src/part${turn % 20}` }]],
  ];
  return kinds[turn % kinds.length] ?? [];
};

/**
 * Runs this many turns with a model that answers immediately.
 * @returns the milliseconds of each turn, without the model's share
 */
export const timesOfTurns = async (turns: number, now: () => number): Promise<readonly number[]> => {
  const scene = memoryScene({ files: files(), allowed: Array.from({ length: turns + 1 }, (_, file) => nameOf(file)) });
  // Read every file first: that time belongs to the port.
  for (const path of await scene.files.trackedFiles()) await scene.files.inspect(pathOf(path));
  const times: number[] = [];
  let began = now();
  await converse(
    {
      named: (turn) => orderCall("WO-01", 1, turn),
      firstTurn: 1,
      opening: [{ role: "user", content: "The order. ".repeat(2_000) }],
      answerSchema: null,
      toolset: toolset("author", DEFAULT_SETTINGS.tools),
      scene,
      limits: { ...LIMITS, turns },
      taken: NOTHING_TAKEN,
      readText: accepted,
      readEnd: () => accepted(""),
    },
    {
      model: {
        ask: async ({ call }) => {
          if (call.turn > 1) times.push(now() - began);
          began = now();
          return callsOf(...callsIn(call.turn));
        },
      },
      ledger: { emit: async () => {}, recordTurn: async () => {} },
      clock: { monotonicMs: now },
      stop: { aborted: false },
      redact: (text) => text,
    },
  );
  return times;
};
