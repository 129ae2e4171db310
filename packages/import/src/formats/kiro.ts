import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { ContextPart, PlanParts } from "../imported-plan.ts";
import { type Document, partsOf, type Section, sectionsOf, textOf } from "../markdown.ts";
import { tickedList } from "../ticked-list.ts";

const DIALECT = {
  id: /^(?<id>\d+(?:\.\d+)*)\.?\s+(?<text>.*)$/,
  tells: [[/^(?:final\s+)?checkpoint\b/i, "a checkpoint"]],
} as const;

/** Reads a spec of Kiro: the open tasks without those that only head others, and the criteria and properties that they name. */
export const readKiro = (documents: readonly Document[]): Result<PlanParts, Refusal> => {
  const sections = (name: string, level: number) =>
    documents.flatMap((each) => (each.path.endsWith(name) ? sectionsOf(each, level) : []));
  const tasks = documents.find(({ path }) => path.endsWith("tasks.md"));
  if (tasks === undefined)
    return rejected(refusal("unreadable-input", "the spec has no tasks.md", "have Kiro make its tasks"));
  const list = tickedList(tasks, tasks.lines, DIALECT);
  const last = list.entries.at(-1)?.line ?? 0;
  const behind = sectionsOf(tasks, 6).filter(({ line }) => line > last);
  const { path } = tasks;
  return accepted({
    ...list,
    context: [
      ...list.context,
      ...partsNamed(sections("requirements.md", 3), /^Requirement (\d+)\b/i, requirementsIn, list.items),
      ...partsNamed(sections("design.md", 3), /^Property (\d+)\b/i, propertiesIn, list.items),
      ...partsOf(sections("bugfix.md", 2)),
      ...partsOf(sections("design.md", 2)),
    ],
    told: [
      ...list.told,
      ...behind.map(({ title, line }) => ({ path, line, text: title, why: "stands behind the tasks" })),
    ],
  });
};

/** The numbers of what a task names, such as `Requirements: 1.1, 4.1-4.5`. */
const requirementsIn = (text: string): readonly string[] => {
  const parts = text.split(";").filter((part) => /\b(?:Requirements?|Validates)\b/i.test(part));
  return [...parts.join(";").matchAll(/\b(\d+)(?:\.\d+)?/g)].flatMap(([, number]) => number ?? []);
};
const propertiesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bProperty (\d+)\b/gi)].flatMap(([, number]) => number ?? []);

/** The numbered sections that items name, with these items. */
const partsNamed = (
  sections: readonly Section[],
  numbered: RegExp,
  namesIn: (text: string) => readonly string[],
  items: PlanParts["items"],
): readonly ContextPart[] => {
  const idsOf = new Map<string, string[]>();
  for (const { id, text } of items)
    for (const number of new Set(namesIn(text)))
      idsOf
        .set(number, idsOf.get(number) ?? [])
        .get(number)
        ?.push(id);
  return sections.flatMap(({ title, lines }) => {
    const ids = idsOf.get(numbered.exec(title)?.[1] ?? "") ?? [];
    return ids.length === 0 ? [] : [{ title: `${title} (${ids.join(", ")})`, text: textOf(lines) }];
  });
};
