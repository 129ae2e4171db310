import { acceptanceOf, type FailureBrief, type FileState, type WorkOrder } from "@llmch/contract";
import type { ShownFrom } from "../job/ports.ts";
import { textOf } from "./hidden-files.ts";
import type { OrderFile } from "./order-files.ts";

/** Keeps an order's hidden acceptance commands from the models that work on it. People see them everywhere. */
export interface HiddenChecks {
  readonly count: number;
  /** A brief as prompts may show it: of a hidden command, that it failed and what the order is for, but nothing that it printed. */
  brief(brief: FailureBrief): FailureBrief;
  /** True for a document that contains a hidden command. */
  tells(state: FileState): boolean;
}

/** Resolves a model's name for a hidden command: `hidden 1` is the first hidden one. */
export const hiddenNamed = (order: WorkOrder, text: string): string | null => {
  const [, number] = /^(?:a hidden acceptance command \()?hidden ([1-9][0-9]*)\)?$/.exec(text) ?? [];
  return number === undefined ? null : (commandsOf(order, true)[Number(number) - 1] ?? null);
};

export const hiddenChecks = (order: WorkOrder): HiddenChecks => {
  const shown = new Set(commandsOf(order, false));
  const hidden = commandsOf(order, true);
  const nameOf = (command: string): string => {
    const index = shown.has(command) ? -1 : hidden.indexOf(command);
    return index < 0 ? command : `hidden ${index + 1}`;
  };
  const files = (order.checks ?? []).flatMap((file) =>
    file.hidden && file.content.trim() !== "" ? [file.content] : [],
  );
  const written = [...hidden, ...files].map((text) => unescaped(JSON.stringify(text)));
  return {
    count: hidden.length,
    brief: ({ acceptance, ...brief }) => {
      const name = brief.command === null ? null : nameOf(brief.command);
      return {
        ...brief,
        ...(name === brief.command
          ? {}
          : { command: name, exit_code: null, primary_error_excerpt: failureInWords(`${name}`, order) }),
        ...(acceptance === undefined
          ? {}
          : { acceptance: { passed: acceptance.passed.map(nameOf), failed: acceptance.failed.map(nameOf) } }),
      };
    },
    tells: (state) => {
      const text = textOf(state);
      if (hidden.length === 0 || text?.includes("acceptance_commands") !== true) return false;
      const said = unescaped(text);
      return written.some((each) => said.includes(each));
    },
  };
};

const commandsOf = (order: WorkOrder, isHidden: boolean): readonly string[] =>
  acceptanceOf(order).flatMap(({ command, hidden }) => (hidden === isHidden ? [command] : []));

const failureInWords = (name: string, { fulfils = [] }: WorkOrder): string =>
  [
    `${name} failed.`,
    ...(fulfils.length === 0 ? [] : ["The order has to fulfil:", ...fulfils.map((text) => `- ${text}`)]),
  ].join("\n");

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
