import { join } from "node:path";
import { attemptFolder } from "@llmch/contract";
import { filesToRead } from "@llmch/run";
import { lastBrief, type OrderStory, outputName, type PlanStory, type RunStory } from "@llmch/story";

const MOST_FILES = 4;

/** The most telling files that exist, as absolute paths. The output of a failing command comes first. */
export const filesToOpen = (story: RunStory): readonly string[] => {
  if (story.verdict === "PASS" || (story.kind !== "factory" && story.kind !== "planner")) return [];
  const there = new Set(story.files.map((name) => join(story.directory, name)));
  const names = story.kind === "factory" ? orderFiles(story) : planFiles(story);
  return names.filter((path) => there.has(path)).slice(0, MOST_FILES);
};

const orderFiles = (story: OrderStory): readonly string[] => {
  const { directory, attempts } = story;
  const last = attempts.at(-1);
  const outputs = (last?.commands ?? [])
    .filter(({ ok }) => ok === false)
    .flatMap(({ stdout, stderr, ...command }) => [
      ...(stderr ? [`${outputName(command)}_stderr.txt`] : []),
      ...(stdout ? [`${outputName(command)}_stdout.txt`] : []),
    ])
    .map((name) => join(directory, last === undefined ? "" : attemptFolder(last.attempt), name));
  return [...outputs, ...filesToRead({ directory, attempts, brief: lastBrief(story) })];
};

/** Without a design that stands, the plan was not asked for. */
const planFiles = ({ directory, attempts, files }: PlanStory): readonly string[] => {
  const faulty = files.filter((name) => name.startsWith("design/faults_attempt_")).length;
  const [folder, last] = attempts.length === 0 ? ["design", faulty] : ["compile", attempts.at(-1)?.attempt ?? 1];
  return ["faults", "validation_errors", "llm_raw_response", "prompt"].map((name) =>
    join(directory, folder, `${name}_attempt_${last}.${/_errors|faults/.test(name) ? "json" : "txt"}`),
  );
};
