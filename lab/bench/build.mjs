import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "../../scripts/build/load-sources.mjs";
import { KINDS } from "./plans.mjs";

const NOTHING = createHash("sha256").update("").digest("hex");
const kind = KINDS.empty;
const idOf = (number) => `WO-${String(number).padStart(2, "0")}`;
const commandOf = (number) =>
  kind
    .command(number)
    .map((word) => (word.includes(" ") ? `'${word}'` : word))
    .join(" ");
const sentenceOf = (milestone) => `A user must find the parts of group ${milestone}.`;

/**
 * How much longer the memory of a build is after 200 orders than after 5.
 * @param {string} root the workspace's root
 */
export const growthOfMemory = async (root) => {
  const { memorySize } = await loadSources(root, 'export * from "./src/memory.fixture.ts";', "packages/build");
  return { few: memorySize(5), many: memorySize(200) };
};

/**
 * A build whose milestones are one window each, with the answers to everything that it asks.
 * @param {string} place an empty folder
 * @param {{ milestones: number, each: number }} size
 * @returns {{ spec: string, exchanges: string }} its files
 */
export const writeBuild = (place, { milestones, each }) => {
  mkdirSync(place, { recursive: true });
  const groups = Array.from({ length: milestones }, (_, index) => index + 1);
  const numbersOf = (group) => Array.from({ length: each }, (_, index) => (group - 1) * each + index + 1);
  const scope = {
    remit: { what: "A store of parts.", for_whom: "users of parts", what_not: [] },
    assumptions: [],
    milestones: groups.map((group) => ({
      ...{ id: `M${group}`, outcome: `A user can find the parts of group ${group}.`, fulfils: [sentenceOf(group)] },
      ...{ acceptance: [commandOf(group * each)], area: "parts" },
    })),
  };
  const lines = [
    ["scope", scope],
    ...groups.flatMap((group) => [
      [`${windowKey(group)}/plan`, windowOf(numbersOf(group))],
      ...numbersOf(group).map((number) => [`${windowKey(group)}/${idOf(number)}`, workOn(number)]),
      [`${windowKey(group)}/assessment`, assessmentOf(group * each)],
    ]),
  ].map(([subject, answer]) =>
    JSON.stringify({ key: `${subject}/attempt-1`, response: { text: JSON.stringify(answer) } }),
  );
  const [spec, exchanges] = [join(place, "spec.txt"), join(place, "build.jsonl")];
  writeFileSync(spec, `${groups.map(sentenceOf).join("\n")}\n`);
  writeFileSync(exchanges, `${lines.join("\n")}\n`);
  return { spec, exchanges };
};

const windowKey = (window) => `window-${String(window).padStart(2, "0")}`;

const windowOf = (numbers) => ({
  ...{ system_overview: ["Parts are files."], verify_contract: null },
  work_orders: numbers.map((number) => ({
    ...{ id: idOf(number), title: `Add part ${number}`, intent: `Write ${kind.path(number)}.` },
    preconditions: [{ kind: "file_absent", path: kind.path(number) }],
    postconditions: [{ kind: "file_exists", path: kind.path(number) }],
    ...{ allowed_files: [kind.path(number)], forbidden: [], acceptance_commands: [commandOf(number)] },
    ...{ context_files: [], notes: null },
  })),
  ...{ completes: true, notes: [], abort: null },
});

const workOn = (number) => ({
  summary: "Written.",
  writes: [{ path: kind.path(number), base_sha256: NOTHING, content: kind.content(number) }],
});

const assessmentOf = (number) => ({
  verdict: "complete",
  reasons: [{ text: "Its parts are there.", cites: [idOf(number)] }],
  milestones: null,
});
