import type { PlanFormat } from "@llmch/contract";
import { accepted, counted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { readBmad } from "./formats/bmad.ts";
import { readGsd, withoutHomes } from "./formats/gsd.ts";
import { readKiro } from "./formats/kiro.ts";
import { readOpenSpec } from "./formats/openspec.ts";
import { readSpecKit } from "./formats/spec-kit.ts";
import type { ImportedPlan, PlanParts, PlanSource } from "./imported-plan.ts";
import { type Document, readMarkdown, titleIn } from "./markdown.ts";
import { restOf } from "./rest-of.ts";

type ReadFormat = (documents: readonly Document[], others: readonly string[]) => Result<PlanParts, Refusal>;

const READERS: Readonly<Record<PlanFormat, ReadFormat>> = {
  "spec-kit": readSpecKit,
  openspec: readOpenSpec,
  kiro: readKiro,
  gsd: readGsd,
  bmad: readBmad,
};

/** More than anybody plans at once. */
const MOST_ITEMS = 1000;

/** Reads the plan of another tool (contract §4). Refuses files that cannot be whole, and a plan in which nothing is left to do. */
export const importPlan = ({ format, place, files, others }: PlanSource): Result<ImportedPlan, Refusal> => {
  const documents: Document[] = [];
  for (const file of files) {
    const document = readMarkdown(file);
    if (!document.ok) return document;
    documents.push(format === "gsd" ? withoutHomes(document.value) : document.value);
  }
  const parts = READERS[format](documents, others);
  if (!parts.ok) return parts;
  const { items, told, commands } = parts.value;
  const whose = printable(`${format} ${place}`);
  if (items.length === 0) {
    const said =
      told.length === 0 ? "it has no tasks" : `${counted(told.length, "part")} of it ticked, done or for people`;
    return rejected(refusal("unreadable-input", `${whose}: nothing is left to do: ${said}`, "name another plan"));
  }
  if (items.length > MOST_ITEMS) {
    const many = `${whose} has ${items.length} items, and at most ${MOST_ITEMS} are read`;
    return rejected(refusal("unreadable-input", many, "name a part of it"));
  }
  const heads = [`${place}/spec.md`, `${place}/proposal.md`, items[0]?.path];
  const rest = restOf(
    documents.filter(({ path }) => isInside(path, place)),
    parts.value,
  );
  const named = heads.flatMap((path) => documents.find((each) => each.path === path) ?? [])[0];
  const title = named === undefined ? place : titleIn(named, place);
  return accepted({
    ...{ ...parts.value, format, title, items: withOwnIds(items), commands: eachOnce(commands) },
    context: [...parts.value.context, ...rest.context],
    told: [...told, ...rest.told],
  });
};

/** Files beside a plan, such as a project's settings, are no part of it. */
const isInside = (path: string, place: string): boolean =>
  place === "" || path === place || path.startsWith(`${place}/`);

/** Items whose id another has already get a number behind it. */
const withOwnIds = (items: PlanParts["items"]): PlanParts["items"] => {
  const used = new Map<string, number>();
  return items.map((item) => {
    const count = (used.get(item.id) ?? 0) + 1;
    used.set(item.id, count);
    return count === 1 ? item : { ...item, id: `${item.id}-${count}` };
  });
};

const eachOnce = (commands: PlanParts["commands"]): PlanParts["commands"] =>
  [...new Map(commands.toReversed().map((each) => [each.command, each])).values()].toReversed();
