import type { Progress } from "@llmch/app";
import { printable } from "@llmch/text";
import type { Console } from "./console.ts";
import { isCi } from "./rendering.ts";

/** How far work has come: a line that is redrawn on a terminal, and elsewhere one for each part. */
export interface ProgressBar {
  show(progress: Progress): void;
  /** Takes it off the screen. */
  close(): void;
}

const CELLS = 24;
const CLEAR = "\r\u001b[2K";

export const openProgressBar = (console: Console, env: NodeJS.ProcessEnv): ProgressBar => {
  const { stderr, quiet } = console;
  const isDrawn = stderr.isTTY === true && !quiet && env.TERM !== "dumb" && !isCi(env);
  let line = "";
  let told: string | null = null;
  const draw = (text: string) => {
    line = text;
    stderr.write(`${CLEAR}${line}`);
  };
  const show = ({ part, done, total }: Progress): void => {
    const filled = Math.round((CELLS * done) / Math.max(total, 1));
    const text = `${printable(part)}  ${"█".repeat(filled)}${"░".repeat(CELLS - filled)}  ${done} of ${total}`;
    if (isDrawn) draw(text.slice(0, Math.max((stderr.columns ?? 80) - 1, 1)));
    else if (part !== told) console.progress(`${printable(part)}  ${total} to judge`);
    told = part;
  };
  if (isDrawn)
    console.setScreen({
      above: (print) => {
        stderr.write(CLEAR);
        print();
        if (line !== "") draw(line);
      },
      ...{ think: () => {}, answer: () => {}, close: () => {} },
    });
  return {
    show,
    close: () => {
      if (!isDrawn) return;
      console.setScreen(null);
      if (line !== "") stderr.write(CLEAR);
    },
  };
};
