import { accepted, type Refusal, type Result } from "@llmch/text";
import { commandsIn } from "../commands.ts";
import { type Element, elementsOf, within } from "../elements.ts";
import { type PlanParts, type Told, together } from "../imported-plan.ts";
import { type Document, plain, toldWhole } from "../markdown.ts";
import { itemAt } from "../ticked-list.ts";

/**
 * Reads plans of GSD: a demand for each task, and what is to be done for it besides.
 * @param others the paths of other files: a plan with a summary among them is done
 */
export const readGsd = (documents: readonly Document[], others: readonly string[]): Result<PlanParts, Refusal> => {
  const summaries = new Set(others);
  const plans: Partial<PlanParts>[] = [];
  for (const document of documents) {
    const isDone = summaries.has(document.path.replace(/PLAN\.md$/, "SUMMARY.md"));
    const plan = isDone ? accepted(toldWhole(document, "done: it has a summary")) : planIn(document);
    if (!plan.ok) return plan;
    plans.push(plan.value);
  }
  return accepted(together(plans));
};

const HOME = /(?:\/Users|\/home)\/[^\s/'"`:]+|\b[A-Z]:\\Users\\[^\s\\'"`]+/g;

/** The home folder of whoever wrote the plan is nobody else's business. */
export const withoutHomes = (document: Document): Document => ({
  ...document,
  matter: document.matter.replace(HOME, "~"),
  lines: document.lines.map((line) => ({ ...line, text: line.text.replace(HOME, "~") })),
});

const planIn = (document: Document): Result<Partial<PlanParts>, Refusal> => {
  const tasks = elementsOf(document, "task");
  if (!tasks.ok) return tasks;
  if (tasks.value.length === 0) return accepted(toldWhole(document, "has no <task>"));
  const name = document.path.replace(/^.*\/|-?PLAN\.md$/g, "");
  const parts = tasks.value.map((task, at) => taskIn(document, task, `${name}.${at + 1}`));
  const text = document.lines.map((line) => line.text).join("\n");
  const about = ["objective", "context", "interfaces", "success_criteria"].map((part) => within(text, part));
  const { items, context, told } = together(parts);
  const title = `plan ${name} (${items.map(({ id }) => id).join(", ")})`;
  const checks = checksIn(document);
  return accepted({
    ...{ items, commands: checks.commands, told: [...told, ...checks.told] },
    context: [{ title, text: [document.matter, ...about].filter((said) => said !== "").join("\n\n") }, ...context],
  });
};

const taskIn = (document: Document, { line, text, attributes }: Element, id: string): Partial<PlanParts> => {
  const { path } = document;
  const name = plain(within(text, "name") || within(text, "action") || within(text, "what-built"));
  const demand = name.replace(/^Task [\d.]+: /, "");
  if (/\btype="checkpoint/.test(attributes))
    return { told: [{ path, line, text: `${id} ${demand}`, why: "for a person" }] };
  const files = plain(within(text, "files"));
  const item = { id, text: files === "" ? demand : `${demand} (${files})`, line, box: null };
  return { items: [itemAt(document, item)], context: [{ title: id, text }] };
};

/** The commands in what verifies tasks and the plan; what stands there besides is prose. */
const checksIn = (document: Document) => {
  const lines = ["verify", "verification"].flatMap((name) => {
    const found = elementsOf(document, name);
    return found.ok ? found.value.flatMap((each) => each.lines) : [];
  });
  const checks = lines.map((line) => {
    const automated = within(line.text, "automated");
    const commands = commandsIn(document, automated === "" ? line : { ...line, text: `\`${automated}\`` });
    return { line, commands, prose: line.text.replace(/<\/?[\w-]+>/g, "").trim() };
  });
  return {
    commands: checks.flatMap(({ commands }) => commands),
    told: checks.flatMap(({ line, commands, prose }): Told[] => {
      const isTold = commands.length === 0 && prose !== "" && !line.isCode;
      const { path } = document;
      return isTold ? [{ path, line: line.number, text: prose, why: "a check without a command" }] : [];
    }),
  };
};
