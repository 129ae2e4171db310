import { converse } from "@llmch/acp";
import { createCommands } from "@llmch/process";
import { createRedactor, printable } from "@llmch/text";
import { faultOfEnd } from "./acp-fault.ts";
import { type AgentAnswer, type AgentCall, failed, faultOf, lastWords } from "./ask-command.ts";

/** How long an agent may take to end once nothing more is said to it, and to answer once it is told to stop. */
const CLOSING_MS = 5_000;
const CANCELLING_MS = 10_000;
/** Between SIGTERM and SIGKILL. */
const GRACE_MS = 1_500;
/** Of what it prints, and of what it is told. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

/**
 * The order as the prompt of a session over ACP (contract §11), in a process of its own. A turn that has ended is no work done: what
 * changed in the worktree is.
 */
export const askOverAcp = async (call: AgentCall): Promise<AgentAnswer> => {
  const { executor, request, options, prompt, allowed, onLine, onSpending, refusesUnseen, greets = false } = call;
  const { signal, secrets = [], enclosure, root } = options;
  const redactor = createRedactor(secrets);
  const over = new AbortController();
  let patience: NodeJS.Timeout | undefined;
  const endIn = (ms: number): void => {
    clearTimeout(patience);
    patience = setTimeout(() => over.abort(), ms);
  };
  const conversation = converse({
    ...{ prompt: greets ? null : prompt, mode: executor.mode, authenticate: executor.authenticate },
    ...{ cwd: enclosure?.seat.root ?? root, allowed, refusesUnseen },
    onDoing: (title) => onLine(() => printable(redactor.text(title))),
    onSpending: (spending) => {
      const isUsedUp = onSpending(spending);
      if (isUsedUp) endIn(CANCELLING_MS);
      return isUsedUp;
    },
  });
  const decoder = new TextDecoder();
  const kept = { capBytes: MOST_KEPT_BYTES, onOutput: () => onLine(null) };
  const commands = createCommands({ ...options, ...kept, signal: AbortSignal.any([signal, over.signal]) });
  const result = await commands.run({
    ...{ ...request, stdin: request.stdout.replace(/stdout(?=\.txt$)/, "stdin"), graceMs: GRACE_MS },
    input: {
      begin: (write, close) => {
        conversation.begin(write);
        void conversation.ended.then(() => {
          close();
          endIn(CLOSING_MS);
        });
      },
      hear: (piece) => conversation.hear(decoder.decode(piece, { stream: true })),
    },
  });
  conversation.hangUp();
  const end = await conversation.ended;
  clearTimeout(patience);
  const said = conversation.said();
  const isInterrupted = signal.aborted && result.ending === "interrupted";
  const fault =
    isInterrupted || end.kind === "gone"
      ? // What it prints is for programs.
        (faultOf({ ...result, stdoutTail: "" }, executor, request.stderr, false) ??
        failed(`${executor.command[0]} ended before it had answered`, `see ${request.stderr}`))
      : faultOfEnd(end, said, executor, request.stdout);
  const modes = said.modes.length === 0 ? "without modes" : `modes ${said.modes.join(", ")}`;
  const words = greets
    ? `${said.name || "an agent"} over ACP, ${modes}, signed in or in no need of that`
    : lastWords(said.words);
  return { fault, complaint: null, said: words, spending: said.spending };
};
