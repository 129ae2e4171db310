import { fileURLToPath } from "node:url";

/** Little programs that behave badly in one way each; what they take is told in their own first lines. */
export type RudeProgram =
  | "edits-the-repo"
  | "escapes-as-daemon"
  | "floods"
  | "forks-a-lot"
  | "holds-the-pipe"
  | "ignores-sigterm"
  | "reads-stdin"
  | "swaps-links";

/** The path of a program, to be run by `node`. */
export const rudeProgram = (name: RudeProgram): string => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
