// A separate entry point: only code that judges plans imports what loads parsers.

import type { SyntaxReader } from "@llmch/languages";
import { bashReader, shReader } from "./bash-reader.ts";
import { javascriptReader } from "./javascript-reader.ts";
import { pythonReader } from "./python/python-reader.ts";

/** The readers for all languages whose inline programs are judged, by the profiles' names for them. */
export const SYNTAX_READERS: Readonly<Record<string, () => SyntaxReader>> = {
  python: pythonReader,
  javascript: javascriptReader,
  bash: bashReader,
  sh: shReader,
};
