/** The signals that end a run after its rollback (contract §6). */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Aborts on the first signal, so that the run can put everything back; a second one ends the process at once.
 * @param notice told once, when the first signal came
 */
export const listenForInterrupt = (notice: () => void): { readonly signal: AbortSignal; readonly stop: () => void } => {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    notice();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
};
