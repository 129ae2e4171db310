import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
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
 * A build of milestones with windows of as many orders each, and the answers to everything that it asks.
 * @param {string} place an empty folder
 * @param {{ milestones: number, windows: number, each: number }} size
 * @returns {{ spec: string, exchanges: string }} its files
 */
export const writeBuild = (place, { milestones, windows, each }) => {
  const groups = numbersTo(milestones);
  const scope = {
    remit: { what: "A store of parts.", for_whom: "users of parts", what_not: [] },
    assumptions: [],
    milestones: groups.map((group) => ({
      ...{ id: `M${group}`, outcome: `A user can find the parts of group ${group}.`, fulfils: [sentenceOf(group)] },
      ...{ acceptance: [commandOf(group * windows * each)], area: "" },
    })),
  };
  const lines = [
    ["scope", scope],
    ...numbersTo(milestones * windows).flatMap((window) => {
      const numbers = numbersTo(each).map((number) => (window - 1) * each + number);
      const isLast = window % windows === 0;
      const key = `window-${String(window).padStart(2, "0")}`;
      return [
        [`${key}/plan`, windowOf(numbers, isLast)],
        ...numbers.map((number) => [`${key}/${idOf(number)}`, workOn(number)]),
        [`${key}/assessment`, assessmentOf(window * each, isLast)],
      ];
    }),
  ].map(([subject, answer]) =>
    JSON.stringify({ key: `${subject}/attempt-1`, response: { text: JSON.stringify(answer) } }),
  );
  const [spec, exchanges] = [join(place, "spec.txt"), join(place, "build.jsonl")];
  writeFileSync(spec, `${groups.map(sentenceOf).join("\n")}\n`);
  writeFileSync(exchanges, `${lines.join("\n")}\n`);
  return { spec, exchanges };
};

const numbersTo = (count) => Array.from({ length: count }, (_, index) => index + 1);

const windowOf = (numbers, completes) => ({
  ...{ system_overview: ["Parts are files."], verify_contract: null },
  work_orders: numbers.map((number) => ({
    ...{ id: idOf(number), title: `Add part ${number}`, intent: `Write ${kind.path(number)}.` },
    preconditions: [{ kind: "file_absent", path: kind.path(number) }],
    postconditions: [{ kind: "file_exists", path: kind.path(number) }],
    ...{ allowed_files: [kind.path(number)], forbidden: [], acceptance_commands: [commandOf(number)] },
    ...{ context_files: [], notes: null },
  })),
  ...{ completes, notes: [], abort: null },
});

const workOn = (number) => ({
  summary: "Written.",
  writes: [{ path: kind.path(number), base_sha256: NOTHING, content: kind.content(number) }],
});

const assessmentOf = (number, isComplete) => ({
  verdict: isComplete ? "complete" : "on_course",
  reasons: [{ text: "Its parts are there.", cites: [idOf(number)] }],
  milestones: null,
});
