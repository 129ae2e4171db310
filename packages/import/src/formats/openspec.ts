import { accepted, type Refusal, type Result } from "@llmch/text";
import { type ContextPart, type PlanParts, together } from "../imported-plan.ts";
import { type Document, headingOf, partsOf, plain, type Section, sectionsOf, textOf } from "../markdown.ts";
import { itemAt, phasesOf, tickedList } from "../ticked-list.ts";

const TASK = /^(?<id>\d+(?:\.\d+)*)\.?\s+(?<text>.*)$/;

const EXPLAINS = /(?:^|\/)(?:proposal|design|project)\.md$|\.yaml$/;

/** Reads a change of OpenSpec: its open tasks and the requirements of its deltas, with their scenarios. */
export const readOpenSpec = (documents: readonly Document[]): Result<PlanParts, Refusal> => {
  const all = documents.map((document): Partial<PlanParts> => {
    if (EXPLAINS.test(document.path)) return { context: explanationsIn(document) };
    if (!document.path.endsWith("tasks.md")) return requirementsIn(document);
    const list = tickedList(document, document.lines, { id: TASK });
    return { ...list, context: [...phasesOf(sectionsOf(document, 2), list), ...list.context] };
  });
  return accepted(together(all));
};

/** The requirements of a delta. One that only gets another name asks for nothing. */
const requirementsIn = (document: Document): Partial<PlanParts> => {
  const { path } = document;
  return together(
    sectionsOf(document, 2).flatMap(({ title, line, lines }): readonly Partial<PlanParts>[] => {
      if (/^renamed\b/i.test(title)) return [{ told: [{ path, line, text: title, why: "only another name" }] }];
      return sectionsOf({ lines }, 3).map((each) => requirementOf(document, each, /^removed\b/i.test(title)));
    }),
  );
};

const requirementOf = (document: Document, { title, line, lines }: Section, isRemoved: boolean): Partial<PlanParts> => {
  if (!/^Requirement:/i.test(title)) return {};
  const end = lines.findIndex((each) => headingOf(each) !== null || /^\s*[-*] /.test(each.text));
  const sentence = plain(textOf(end === -1 ? lines : lines.slice(0, end)));
  const text = isRemoved ? `Remove this requirement. ${sentence}` : sentence || "Fulfil this requirement";
  const rest = end === -1 ? "" : textOf(lines.slice(end));
  const items = [itemAt(document, { id: title, text, line, box: null })];
  return { items, context: rest === "" ? [] : [{ title, text: rest }] };
};

/** The proposal and the design by their sections; of the project's configuration only its context. */
const explanationsIn = (document: Document): readonly ContextPart[] => {
  const { path, lines } = document;
  if (!path.endsWith("config.yaml")) return partsOf(sectionsOf(document, 2));
  const at = lines.findIndex(({ text }) => /^context:\s*\|/.test(text));
  const after = at === -1 ? [] : lines.slice(at + 1);
  const end = after.findIndex(({ text }) => /^\S/.test(text));
  const text = textOf(end === -1 ? after : after.slice(0, end));
  return text === "" ? [] : [{ title: "of the project", text }];
};
