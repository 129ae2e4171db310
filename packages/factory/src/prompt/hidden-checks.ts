import {
  acceptanceOf,
  commandWords,
  conditionInWords,
  type FailureBrief,
  type FileState,
  repoPath,
  type WorkOrder,
} from "@llmch/contract";
import type { Files, ShownFrom } from "../ports.ts";
import { textOf } from "./hidden-files.ts";
import type { OrderFile } from "./order-files.ts";

/** Keeps an order's hidden acceptance commands from the models that work on it. People see them everywhere. */
export interface HiddenChecks {
  readonly count: number;
  /** A command's name in prompts: its own text, unless it is hidden. */
  nameOf(command: string): string;
  /** A brief as prompts may show it: with a hidden command's output, but without the command's own text. */
  brief(brief: FailureBrief): FailureBrief;
  /** True for a plan document that contains a hidden command. */
  tells(state: FileState): boolean;
}

/** Resolves a model's name for a hidden command: `hidden 1` is the first hidden one. */
export const hiddenNamed = (order: WorkOrder, text: string): string | null => {
  const [, number] = /^(?:a hidden acceptance command \()?hidden ([1-9][0-9]*)\)?$/.exec(text) ?? [];
  return number === undefined ? null : (hiddenOf(order)[Number(number) - 1] ?? null);
};

export const hiddenChecks = (order: WorkOrder): HiddenChecks => {
  const hidden = hiddenOf(order);
  const open = new Set(visibleCommands(order));
  const mask = maskOf(hidden, visibleText(order));
  const nameOf = (command: string): string => {
    const index = open.has(command) ? -1 : hidden.indexOf(command);
    return index < 0 ? command : `a hidden acceptance command (hidden ${index + 1})`;
  };
  const written = hidden.map((command) => unescaped(JSON.stringify(command)));
  return {
    count: hidden.length,
    nameOf,
    brief: (brief) =>
      hidden.length === 0
        ? brief
        : {
            ...brief,
            command: brief.command === null ? null : nameOf(brief.command),
            primary_error_excerpt: mask(brief.primary_error_excerpt),
            ...(brief.acceptance === undefined
              ? {}
              : {
                  acceptance: {
                    passed: brief.acceptance.passed.map(nameOf),
                    failed: brief.acceptance.failed.map(nameOf),
                  },
                }),
          },
    tells: (state) => {
      const text = textOf(state);
      if (hidden.length === 0 || text?.includes("acceptance_commands") !== true) return false;
      const said = unescaped(text);
      return written.some((each) => said.includes(each));
    },
  };
};

/** Undoes JSON escapes in any style, including JSON inside a string of another document. */
const unescaped = (text: string): string =>
  text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\", "");

/** The prompt's text in place of hidden commands. */
export const hiddenInWords = ({ count }: HiddenChecks): string =>
  count === 1
    ? "- 1 hidden check, `hidden 1`: a case of its own for what the order says"
    : `- ${count} hidden checks, \`hidden 1\` to \`hidden ${count}\`: cases of their own for what the order says`;

const WITHHELD: FileState = { kind: "blocked", why: "it holds hidden checks" };

/** Withholds plan documents that reveal a hidden command. */
export const withholding = (source: ShownFrom, { count, tells }: HiddenChecks): ShownFrom =>
  count === 0
    ? source
    : {
        ...source,
        workspace: {
          inspect: async (path) => {
            const state = await source.workspace.inspect(path);
            return tells(state) ? WITHHELD : state;
          },
        },
      };

/** The same for files that an order names as context. */
export const withheld = (file: OrderFile, { tells }: HiddenChecks): OrderFile =>
  !file.allowed && tells(file.state) ? { ...file, state: WITHHELD } : file;

const PLAN_DOCUMENT = /(?:^|\/)(?:WO-[0-9][^/]*|WORK_ORDERS_MANIFEST)\.json$/;

/** The paths that a prompt may list. */
export const listable = async (
  paths: readonly string[],
  { count, tells }: HiddenChecks,
  { inspect }: Pick<Files, "inspect">,
): Promise<readonly string[]> => {
  if (count === 0) return paths;
  const kept: string[] = [];
  for (const path of paths) {
    const file = PLAN_DOCUMENT.test(path) ? repoPath(path) : null;
    if (file === null || !tells(await inspect(file))) kept.push(path);
  }
  return kept;
};

const hiddenOf = (order: WorkOrder): readonly string[] =>
  acceptanceOf(order)
    .filter(({ hidden }) => hidden)
    .map(({ command }) => command);

const visibleCommands = (order: WorkOrder): readonly string[] =>
  acceptanceOf(order)
    .filter(({ hidden }) => !hidden)
    .map(({ command }) => command);

/** The order text that the prompt shows anyway, so it need not be masked in output either. */
const visibleText = (order: WorkOrder): string =>
  [
    ...[order.title, order.intent, order.notes ?? "", ...order.forbidden, ...order.allowed_files],
    ...[...order.context_files, ...order.postconditions.map(conditionInWords), ...visibleCommands(order)],
  ].join("\n");

/** This many characters in a row give a hidden text away. */
const TELLING = 8;
const MASK = "[hidden]";

/**
 * Masks every part of a text that comes from a hidden command and not from the visible text. Works on short runs, because an
 * excerpt may be cut.
 */
const maskOf = (hidden: readonly string[], visible: string): ((text: string) => string) => {
  const lines = hidden.flatMap(spellings).flatMap((text) => text.split("\n"));
  const parts = new Set(lines.flatMap(runsIn));
  for (const run of runsIn(visible)) parts.delete(run);
  const short = hidden.filter((command) => command.length < TELLING && !visible.includes(command));
  return (text) => {
    let masked = "";
    let end = 0;
    for (const [start, stop] of rangesOf(text, parts)) {
      masked += text.slice(end, start) + MASK;
      end = stop;
    }
    masked += text.slice(end);
    return short.reduce((said, command) => said.replaceAll(command, MASK), masked);
  };
};

/** A command as programs may print it: whole, word by word, and either one inside a JSON string. */
const spellings = (command: string): readonly string[] => {
  const words = commandWords(command);
  const texts = [command, ...(words.ok ? words.value : [])];
  return [...texts, ...texts.map((text) => JSON.stringify(text).slice(1, -1))];
};

const runsIn = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - TELLING + 1) }, (_, at) => text.slice(at, at + TELLING));

/** The ranges of a text that such parts cover. */
const rangesOf = (text: string, parts: ReadonlySet<string>): readonly (readonly [start: number, stop: number])[] => {
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at + TELLING <= text.length; at++) {
    if (!parts.has(text.slice(at, at + TELLING))) continue;
    const last = ranges.at(-1);
    if (last !== undefined && at <= last[1]) ranges[ranges.length - 1] = [last[0], at + TELLING];
    else ranges.push([at, at + TELLING]);
  }
  return ranges;
};
