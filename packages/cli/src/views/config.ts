import type { Outcome } from "@llmch/app";
import { type ConfigDrawing, counted, type SettingDrawing } from "@llmch/app/drawing";
import { colorsFor } from "../console/paint.ts";
import { settingLines } from "../settings/listing.ts";
import type { View } from "../view.ts";

/** Settings, their values and origins; what was changed; faults last, so that they do not scroll away. */
export const view: View = (
  { drawing, errors = [], warnings = [] }: Outcome<object, ConfigDrawing & Partial<SettingDrawing>>,
  { shown },
  console,
  { env, cwd },
) => {
  if (drawing === undefined) return { lines: [] };
  const { settings, name, did } = drawing;
  const colors = colorsFor(shown, env, console.stdout.isTTY === true);
  for (const line of settingLines(settings, { env, cwd }, colors, name)) console.result(line);
  for (const { message } of warnings) console.error(`warning: ${message}`);
  for (const fault of errors) console.failure(fault);
  if (errors.length > 0) return { lines: [`FAIL  ${counted(errors.length, "fault")}, as said above`] };
  return { lines: did === undefined ? [] : [`PASS  ${did}`] };
};
