import {
  acceptanceOf,
  conditionInWords,
  counted,
  firstCharacters,
  type JsonValue,
  quoteAsData,
  utf8Length,
  type WorkOrder,
} from "@llmch/contract";

/** What is told of one order, and of all of them, at most. */
const MOST_CHARACTERS = 12_000;
const MOST_BYTES = 400_000;

/** Orders as a designer is told them, one a line, as far as they fit. What their models do not see is not told: the design is shown to them. */
export const ordersForDesign = (orders: readonly WorkOrder[]): string => {
  let left = MOST_BYTES;
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

/** A repo as a designer is told it where nobody has mapped it: its paths, and some files. */
export const repoForDesign = (
  paths: readonly string[],
  texts: readonly { readonly path: string; readonly text: string }[],
  listedPaths: number,
): string => {
  const listed = paths.slice(0, listedPaths);
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
