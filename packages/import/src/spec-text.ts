import type { ImportedItem } from "@llmch/contract";
import type { ContextPart, ImportedPlan } from "./imported-plan.ts";

/** More context than a planner reads with profit, in characters. */
const MOST_CONTEXT = 120_000;

/** A plan as one spec. */
export interface ImportedSpec {
  readonly text: string;
  /** The titles of the parts that did not fit. */
  readonly left: readonly string[];
}

/**
 * Writes a plan as a spec. Each item is one row of a table, and so exactly one demand: item N is the demand N. All else stands in code
 * blocks below headings that begin with `Context`, where nothing is a demand, whatever it says.
 */
export const specText = ({ title, items, context, commands }: ImportedPlan): ImportedSpec => {
  const wished = commands.map(({ command }) => command).join("\n");
  const places = [...new Set(items.map(({ path }) => path))].map((path) => {
    const own = items.filter((item) => item.path === path);
    return `${path}: ${own.map(({ id, line }) => `${id} ${line}`).join(", ")}`;
  });
  const sources = { title: "where the items stand", text: places.join("\n") };
  const parts = [...(wished === "" ? [] : [{ title: WISHED, text: wished }]), sources, ...context];
  const kept: string[] = [];
  const left: string[] = [];
  let room = MOST_CONTEXT;
  for (const part of parts) {
    const written = partText(part);
    if (written.length > room) {
      left.push(part.title);
      continue;
    }
    kept.push(written);
    room -= written.length;
  }
  const rows = items.map(rowOf);
  // A title such as "Background jobs" would head a section that demands nothing.
  const text = [
    `# ${onOneLine(title)}`,
    "## Items",
    ["| Item | Demand |", "| --- | --- |", ...rows].join("\n"),
    ...kept,
  ];
  return { text: `${text.join("\n\n")}\n`, left };
};

const WISHED = "commands that the user wishes as acceptance, if they can fail before the work";

const partText = ({ title, text }: ContextPart): string => {
  const heading = `## Context: ${onOneLine(title)}`;
  if (text.trim() === "") return heading;
  const shown = uncommented(text);
  const longest = [...shown.matchAll(/`+/g)].reduce((most, [marks]) => Math.max(most, marks.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${heading}\n\n${fence}text\n${shown}\n${fence}`;
};

const rowOf = ({ id, text }: Pick<ImportedItem, "id" | "text">): string => {
  const demand = onOneLine(text).replace(/[:：\s]+$/, "");
  const longer = demand === "" ? "Carry out this task" : `Carry out this task: ${demand}`;
  return `| ${cell(id.replace(/[<>]/g, ""))} | ${cell(demand === "" || words(`${id} ${demand}`) < FEWEST_WORDS ? longer : demand)} |`;
};

/** Fewer words in a row demand nothing; pictures, elements, paths and what is struck out are none. */
const FEWEST_WORDS = 3;
const words = (text: string): number => {
  const parts = text.replace(/!\[[^[\]]*\]\([^()]*\)|<[^<>]*>|~~.*?~~/g, "").split(/\s+/);
  return parts.filter((part) => /^[\p{L}\p{N}]/u.test(part) && !/[/\\]/.test(part)).length;
};

const cell = (text: string): string => onOneLine(text).replace(/\\?\|/g, "\\|");
const onOneLine = (text: string): string => uncommented(text).replace(/\s+/g, " ").trim();

/** What begins a comment would hide what follows. */
const uncommented = (text: string): string => text.replaceAll("<!--", "<!- -");
