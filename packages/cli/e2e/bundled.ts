import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Where the commands are that scenes run. */
export const BUNDLE = join(import.meta.dirname, ".bundle");

/** The command line as scenes run it: its sources, bundled. */
export const { runCommand }: typeof import("../src/run-command.ts") = await import(
  pathToFileURL(join(BUNDLE, "run-command.js")).href
);
