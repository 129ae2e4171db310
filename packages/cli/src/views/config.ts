import type { ConfigDrawing, ConfigResult, Outcome } from "@llmch/app";
import { counted, printable, printableText } from "@llmch/text";
import { type Colors, colorsFor } from "../console/paint.ts";
import { settingLines } from "../settings/listing.ts";
import type { View } from "../view.ts";

/** Settings, their values and origins; what was changed; faults last, so that they do not scroll away. */
export const view: View = (
  { result, drawing, errors = [], warnings = [] }: Outcome<ConfigResult, ConfigDrawing>,
  { shown },
  console,
  { env },
) => {
  if (drawing === undefined) return { lines: [] };
  const { did } = drawing;
  const { verification } = result ?? {};
  const colors = colorsFor(shown, env, console.stdout.isTTY === true);
  for (const line of settingLines(drawing, colors)) console.result(line);
  if (verification !== undefined) for (const line of verificationLines(verification, colors)) console.result(line);
  for (const { message } of warnings) console.error(`warning: ${message}`);
  for (const fault of errors) console.failure(fault);
  if (errors.length > 0) return { lines: [`FAIL  ${counted(errors.length, "fault")}, as said above`] };
  return { lines: did === undefined ? [] : [`PASS  ${did}`] };
};

/** What would run after each order, and where each command comes from. */
const verificationLines = (
  { commands, notes }: NonNullable<ConfigResult["verification"]>,
  { bold, yellow }: Colors,
): readonly string[] => {
  const width = Math.max(0, ...commands.map(({ command }) => command.length));
  return [
    "",
    bold("what would run after each order, and where that comes from"),
    ...commands.map(({ command, from }) => `  ${command.padEnd(width)}  ${from}`).map(printableText),
    ...notes.map((note) => `  ${yellow(printable(note))}`),
  ];
};
