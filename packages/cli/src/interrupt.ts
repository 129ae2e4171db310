import { watchStarter } from "@llmch/app/running";

/** The signals that end a run after a rollback (contract §6). */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `signalled` or `unread` is called once, for whatever comes first. */
export interface InterruptListener {
  /** A signal came. */
  signalled(): void;
  /** A second signal came: the process ends as soon as this returns. */
  hurried(): void;
  /** The reader of standard output went away, as in `llmch run-all … | head -1`. */
  unread(): void;
}

/**
 * Aborts on the first signal, so that the run can put everything back; a second SIGINT or SIGTERM ends the process at once. A SIGHUP never
 * counts as asking again, nor does what follows it: a terminal that closes sends it several times, and systemd sends SIGTERM with it. If
 * nobody reads the result any longer, ends the run as a first signal does (reliability, C9).
 */
export const listenForInterrupt = (
  listener: InterruptListener,
): { readonly signal: AbortSignal; readonly stop: () => void } => {
  const controller = new AbortController();
  let isAsked = false;
  const onSignal = (name: NodeJS.Signals) => {
    if (name !== "SIGHUP") {
      if (isAsked) {
        listener.hurried();
        process.exit(130);
      }
      isAsked = true;
    }
    if (controller.signal.aborted) return;
    controller.abort();
    listener.signalled();
  };
  const onOutputFault = ({ code }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE" || controller.signal.aborted) return;
    isAsked = true;
    controller.abort();
    listener.unread();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  process.stdout.on("error", onOutputFault);
  const unwatch = watchStarter(process.env.LLMCH_FOR, () => onSignal("SIGHUP"));
  return {
    signal: controller.signal,
    stop: () => {
      unwatch();
      for (const name of SIGNALS) process.off(name, onSignal);
      process.stdout.off("error", onOutputFault);
    },
  };
};
