import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { PlanParts, Told } from "../imported-plan.ts";
import { type Document, partsOf, type Section, sectionsOf } from "../markdown.ts";
import { phasesOf, tickedList } from "../ticked-list.ts";

const TASK = /^(?<id>T\d{3,}\w?)\s+(?:\[P\]\s*)?(?<text>.*)$/;

/** Sections of plan.md that say nothing of the work. */
const IDLE = /^(?:constitution check|complexity tracking)/i;

/** Reads a feature of spec-kit: the open tasks, in their phases, and what spec.md and plan.md say to them. */
export const readSpecKit = (documents: readonly Document[]): Result<PlanParts, Refusal> => {
  const named = (name: string) => documents.filter(({ path }) => path.endsWith(name));
  const [tasks] = named("tasks.md");
  if (tasks === undefined)
    return rejected(refusal("unreadable-input", "the plan has no tasks.md", "make it with /speckit.tasks"));
  const list = tickedList(tasks, tasks.lines, { id: TASK });
  const sections = sectionsOf(tasks, 2);
  const tasked = new Set(list.entries.map(({ line }) => line));
  const bare = sections.filter(({ lines }) => !lines.some(({ number }) => tasked.has(number)));
  const isTaken = ({ title, line }: Section) => /^dependenc/i.test(title) || line === sections[0]?.line;
  const { path } = tasks;
  const said = [...named("spec.md"), ...named("plan.md")].flatMap((each) => sectionsOf(each, 2));
  return accepted({
    ...list,
    context: [
      ...phasesOf(sections, list),
      ...list.context,
      ...partsOf([...bare.filter(isTaken), ...said.filter(({ title }) => !IDLE.test(title))]),
    ],
    told: [
      ...[...list.told, ...examplesIn(tasks)],
      ...bare.flatMap((each) => (isTaken(each) ? [] : { path, line: each.line, text: each.title, why: "has no task" })),
    ],
  });
};

/** Code blocks that name tasks again, each by its first line that does. */
const examplesIn = ({ path, lines }: Document): readonly Told[] => {
  let isTold = false;
  return lines.flatMap(({ text, number, isCode }) => {
    const isFirst = isCode && !isTold && /\bT\d{3,}\b/.test(text);
    isTold = isCode && (isTold || isFirst);
    return isFirst ? [{ path, line: number, text: text.trim(), why: "an example in a code block" }] : [];
  });
};
