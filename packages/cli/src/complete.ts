import { listRuns, resolveArtifactsRoot, schemaNames, settingList, storedSummaries, TOPICS } from "@llmch/app/drawing";
import { runWhat } from "@llmch/story";
import { EXIT } from "@llmch/text";
import { type Candidate, type Candidates, candidatesFor, rejoined, valueGiven } from "./command-line/candidates.ts";
import { buildProgram } from "./command-line/program.ts";
import { SETTING_FLAGS } from "./command-line/setting-flags.ts";
import type { Terminal } from "./terminal.ts";

/** The most runs that are offered. */
const RUNS = 100;

/**
 * `llmch complete -- WORDS`: prints the candidates for the last word, one per line with its meaning after a tab. A last line says whether
 * paths may come there too: `:files`, `:folders` or `:nothing`. The scripts of `llmch completion` call it at each Tab.
 */
export const complete = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const words = rejoined(argv[0] === "--" ? argv.slice(1) : argv);
  const {
    words: known,
    names,
    paths,
  } = candidatesFor(
    buildProgram(terminal.version, () => {}, SETTING_FLAGS),
    words,
  );
  const typed = (words.at(-1) ?? "").replace(/^--[^=]*=/, "");
  const candidates = [...known, ...(await named(names, words, terminal))].filter(({ value }) =>
    value.startsWith(typed),
  );
  const lines = candidates.map(({ value, about }) => (about === "" ? value : `${value}\t${about}`));
  terminal.stdout.write([...lines, `:${paths ?? "nothing"}`, ""].join("\n"));
  return EXIT.ok;
};

const named = async (
  names: Candidates["names"],
  words: readonly string[],
  { env, cwd, templates }: Terminal,
): Promise<readonly Candidate[]> => {
  switch (names) {
    case null:
      return [];
    case "topics":
      return TOPICS.map(({ name }) => ({ value: name, about: "" }));
    case "schemas":
      return schemaNames(templates).map((value) => ({ value, about: "" }));
    case "settings":
      return settingList().map(({ name, about }) => ({ value: name, about }));
    case "runs": {
      const summaries = storedSummaries(resolveArtifactsRoot(valueGiven(words, "--artifacts-dir"), env, cwd));
      const { runs } = await listRuns(summaries, { all: false, limit: RUNS }, { env, cwd });
      return runs.map((run) => ({
        value: run.run_id,
        about: `${run.state}, ${runWhat(run, run.state === "running")}`,
      }));
    }
  }
};
