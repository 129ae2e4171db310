import { acceptanceOf, conditionInWords, type PromptLimits, type WorkOrder } from "@llmch/contract";
import { counted, firstCharacters, type JsonValue, quoteAsData, utf8Length } from "@llmch/text";

/** The most text about one order. */
const MOST_CHARACTERS = 12_000;
/** The share of a prompt that the orders may take; the rest is for the repo. */
const SHARE = 0.5;

/**
 * Orders for a designer, one per line, as many as fit. Leaves out what the orders' models may not see, since the design is shown to them.
 */
export const ordersForDesign = (
  orders: readonly WorkOrder[],
  { promptBytes }: Pick<PromptLimits, "promptBytes">,
): string => {
  let left = promptBytes * SHARE;
  const lines = orders.map((order) => firstCharacters(JSON.stringify(told(order)), MOST_CHARACTERS));
  const shown = lines.filter((line) => {
    left -= utf8Length(line) + 1;
    return left >= 0;
  });
  const omitted = lines.length - shown.length;
  const more = omitted === 0 ? [] : [`(and ${counted(omitted, "order")} more)`];
  return quoteAsData("work orders", [...shown, ...more].join("\n"));
};

const told = (order: WorkOrder): Readonly<Record<string, JsonValue>> => {
  const { id, title, intent, notes, forbidden, allowed_files, context_files, fulfils, postconditions } = order;
  return {
    ...{ id, title, intent, forbidden, allowed_files, context_files },
    ...(notes == null ? {} : { notes }),
    ...(fulfils === undefined ? {} : { fulfils }),
    postconditions: postconditions.map(conditionInWords),
    acceptance_commands: acceptanceOf(order).flatMap(({ command, hidden }) => (hidden ? [] : [command])),
  };
};

/** The repo for a designer if there is no map of it: its paths, and some files. */
export const repoForDesign = (
  paths: readonly string[],
  texts: readonly { readonly path: string; readonly text: string }[],
  { paths: most }: Pick<PromptLimits, "paths">,
): string => {
  const listed = paths.slice(0, most);
  const rest = paths.length - listed.length;
  const lines = [
    ...listed.map((path) => JSON.stringify(path).slice(1, -1)),
    ...(rest > 0 ? [`(and ${rest} more)`] : []),
  ];
  return [
    lines.length === 0 ? "(no files yet)" : quoteAsData("paths", lines.join("\n")),
    ...texts.map(({ path, text }) => quoteAsData(path, text)),
  ].join("\n\n");
};
