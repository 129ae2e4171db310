import { fileURLToPath } from "node:url";

/** What to type once a text appears: `\u0003` is Ctrl-C, and null closes the terminal, as a lost connection does. */
export interface TypedStep {
  readonly after: string;
  readonly type: string | null;
}

/** A program with its arguments that starts another one in a pseudo-terminal, and copies that one's output to its stdout. */
export const pseudoTerminal = (
  { columns, rows }: { readonly columns: number; readonly rows: number },
  steps: readonly TypedStep[] = [],
): readonly string[] => {
  const script = fileURLToPath(new URL("pseudo-terminal.py", import.meta.url));
  return ["python3", script, String(columns), String(rows), JSON.stringify(steps)];
};
