import { fileURLToPath } from "node:url";

/** Little programs that each misbehave in one way. Their first lines explain their arguments. */
export type RudeProgram =
  | "acp-agent"
  | "edits-the-repo"
  | "escapes-as-daemon"
  | "floods"
  | "forks-a-lot"
  | "holds-the-pipe"
  | "ignores-sigterm"
  | "interrupts-itself"
  | "reads-stdin"
  | "swaps-links";

/** The path of a program, for `node` to run. */
export const rudeProgram = (name: RudeProgram): string => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
