import type { DiffDrawing, Outcome } from "@llmch/app";
import { colorsFor } from "../console/paint.ts";
import type { View } from "../view.ts";

/** A diff in the user's pager; byte by byte if no terminal reads it, or if there is no pager. */
export const view: View = async ({ drawing }: Outcome<object, DiffDrawing>, { shown }, console, { env }) => {
  if (shown.json || drawing === undefined) return { lines: [] };
  const { stdout } = console;
  // Only a terminal of the process itself can be handed on.
  const isTerminal = stdout.isTTY === true && stdout.fd !== undefined;
  const isPaged = isTerminal && (await drawing.page(colorsFor(shown, env, true).isColorSupported));
  if (!isPaged && stdout.isTTY === true) console.verbatim(drawing.patch.toString());
  else if (!isPaged) stdout.write(drawing.patch);
  return { lines: [] };
};
