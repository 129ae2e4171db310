import { basename, join } from "node:path";
import { namesIn } from "@llmch/files";
import { planTitle } from "@llmch/records";
import { readOwnObject, repoArtifacts } from "@llmch/store";
import { type RunSummary, runWhat } from "@llmch/story";
import { counted, headlineOf, isJsonObject, type JsonObject, objectMember, onOneLine, textMember } from "@llmch/text";

const MOST = 100;

/** What a job is about, in one line: what was asked, not how far it has come. */
export const subjectOf = (request: JsonObject, summary: RunSummary, root: string): string => {
  const { spec, question, issue, orders, order } = request;
  const named = isJsonObject(spec ?? null) ? textMember(objectMember(request, "spec"), "file") : null;
  const words =
    (typeof spec === "string" ? headlineOf(spec) : named && basename(named)) ??
    (typeof question === "string" ? question : null) ??
    (typeof issue === "string" ? `issue ${issue}` : null) ??
    (summary.kind === "run-all" ? ordersInWords(request, root, summary.run_id) : null) ??
    (summary.is_begun ? runWhat(summary) : null) ??
    [orders, order].find((each) => typeof each === "string" && each !== "") ??
    "";
  const line = onOneLine(String(words));
  const shown = line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
  // A slice would keep the whole spec in memory.
  return Buffer.from(shown).toString();
};

/** The title of their plan, else of the first order, and how many there are: those of the run if it has begun, else those that it was asked for. */
const ordersInWords = ({ orders: asked, repo }: JsonObject, root: string, runId: string): string | null => {
  const given = Array.isArray(asked) ? asked : [];
  const places = typeof asked === "string" ? [join(root, "planner", asked, "output"), asked] : [];
  const folders = [join(root, "run-all", runId, "orders"), ...places].map((folder) => ({
    ...{ folder, names: namesIn(folder).filter((name) => /^WO-\d+\.json$/.test(name)) },
  }));
  const { folder, names } = folders.find((each) => each.names.length > 0) ?? { folder: "", names: [] };
  const [name] = names.sort();
  const first = name === undefined ? (given[0] ?? null) : readOwnObject(join(folder, name));
  const count = names.length || given.length;
  const made = isJsonObject(first) ? first : {};
  const beside = typeof repo === "string" ? [repoArtifacts(repo)] : [];
  const title = planTitle(made, [root, ...beside]) ?? textMember(made, "title");
  return count === 0 ? null : [title ?? [], counted(count, "order")].flat().join(", ");
};
