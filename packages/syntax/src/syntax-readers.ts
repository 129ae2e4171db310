// An entry point of its own: only code that judges plans imports what loads parsers.

import { bashReader, shReader } from "./bash-reader.ts";
import { javascriptReader } from "./javascript-reader.ts";
import { pythonReader } from "./python/python-reader.ts";
import type { SyntaxReader } from "./syntax-reader.ts";

/** The readers of every language whose inline programs are judged, by the names that profiles give them. */
export const SYNTAX_READERS: Readonly<Record<string, () => SyntaxReader>> = {
  python: pythonReader,
  javascript: javascriptReader,
  bash: bashReader,
  sh: shReader,
};
