import { accepted, type Refusal, type Result } from "@llmch/text";
import { commandsIn } from "../commands.ts";
import { elementsOf } from "../elements.ts";
import { type PlanParts, type Told, together } from "../imported-plan.ts";
import { type Document, memberOf, partsOf, plain, type Section, sectionsOf, textOf, toldWhole } from "../markdown.ts";
import { itemAt, phasesOf, tickedList } from "../ticked-list.ts";

const TASK = { id: /^(?:Task\s+)?(?:\*\*Task\s+)?(?<id>\d+(?:\.\d+)*)[.:]?\s+(?<text>.*)$/ };

/** Sections that tell what was said of the work afterwards. */
const LOG = /change log|review|agent record|debug|file list|completion notes/i;

/** Reads specs and stories of BMAD that are not done: what is to be executed, and the intent that its owner froze. */
export const readBmad = (documents: readonly Document[]): Result<PlanParts, Refusal> => {
  const specs: Partial<PlanParts>[] = [];
  for (const document of documents) {
    const status = memberOf(document, "status") ?? storyStatus(document);
    const spec = /^["']?done\b/i.test(status ?? "") ? accepted(toldWhole(document, "done")) : specIn(document);
    if (!spec.ok) return spec;
    specs.push(spec.value);
  }
  return accepted(together(specs));
};

const storyStatus = ({ lines }: Document): string | undefined =>
  lines.slice(0, 20).flatMap(({ text }) => /^Status:\s*(\S+)/i.exec(text)?.[1] ?? [])[0];

const specIn = (document: Document): Result<PlanParts, Refusal> => {
  const { path } = document;
  const frozen = elementsOf(document, "frozen-after-approval");
  if (!frozen.ok) return frozen;
  const isFrozen = new Set(frozen.value.flatMap(({ lines }) => lines.map(({ number }) => number)));
  const sections = sectionsOf(document, 2);
  const isTasks = ({ title }: Section) => /^tasks\b/i.test(title);
  const list = tickedList(
    document,
    sections.filter(isTasks).flatMap(({ lines }) => lines),
    TASK,
  );
  const intent = sections.filter(({ line, title }) => isFrozen.has(line) && !/matrix/i.test(title));
  const items = intent.map(({ title, line, lines }) => {
    const text = plain(textOf(lines.filter((each) => isFrozen.has(each.number) && !each.text.includes("</frozen"))));
    return itemAt(document, { id: `Frozen: ${title}`, text, line, box: null });
  });
  const logs = sections.filter(({ title }) => LOG.test(title));
  const told = logs.map(({ title, line }): Told => ({ path, line, text: title, why: "a log" }));
  const verification = sections.filter(({ title }) => /^verification$/i.test(title)).flatMap(({ lines }) => lines);
  const bare = verification.filter((line) => /^\s*[-*] /.test(line.text) && commandsIn(document, line).length === 0);
  const rest = sections.filter((each) => !isTasks(each) && !logs.includes(each) && !intent.includes(each));
  return accepted({
    items: [...items, ...list.items],
    context: [...phasesOf(sections.filter(isTasks), list), ...list.context, ...partsOf(rest)],
    heads: list.heads,
    commands: [...list.commands, ...verification.flatMap((line) => commandsIn(document, line))],
    told: [
      ...[...list.told, ...told],
      ...bare.map(({ text, number }) => ({ path, line: number, text: plain(text), why: "a check without a command" })),
    ],
  });
};
