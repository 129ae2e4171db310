import { readSettings } from "@llmch/config/read-settings";
import { APPROVABLE_KINDS } from "@llmch/contract";
import { listRuns, storedSummaries } from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import { runWhat } from "@llmch/story";
import type { Environment } from "@llmch/text";
import { TOPICS } from "../explain/topics.ts";
import { schemaNames } from "../operations/schema.ts";
import { settingCatalogue } from "../settings/catalogue.ts";

/** The most runs that are offered. */
const RUNS = 100;

/** What a user may name, each with its meaning. */
export const namesOf = async (
  what: "runs" | "topics" | "schemas" | "settings" | "kinds" | "executors",
  artifactsDir: string | undefined,
  { env, cwd, templates }: { readonly env: Environment; readonly cwd: string; readonly templates: string },
): Promise<readonly { readonly value: string; readonly about: string }[]> => {
  switch (what) {
    case "topics":
      return TOPICS.map(({ name }) => ({ value: name, about: "" }));
    case "schemas":
      return schemaNames(templates).map((value) => ({ value, about: "" }));
    case "settings":
      return settingCatalogue().map(({ name, about }) => ({ value: name, about }));
    case "kinds":
      return [...APPROVABLE_KINDS, "none"].map((value) => ({ value, about: "" }));
    case "executors": {
      const { values } = await readSettings({ given: {}, repo: cwd, env, cwd, asksUser: true });
      return Object.keys(values.executors).map((value) => ({ value, about: "" }));
    }
    case "runs": {
      const summaries = storedSummaries(resolveArtifactsRoot(artifactsDir, env, cwd));
      const { runs } = await listRuns(summaries, { all: false, limit: RUNS }, { env, cwd });
      return runs.map((run) => ({
        value: run.run_id,
        about: `${run.state}, ${runWhat(run, run.state === "running")}`,
      }));
    }
  }
};
