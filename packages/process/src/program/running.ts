/** Functions that kill each program that must not outlive this process. */
const kills = new Set<() => void>();

/** Registers a running program, until the returned function is called. */
export const killWithUs = (kill: () => void): (() => void) => {
  kills.add(kill);
  return () => void kills.delete(kill);
};

/**
 * Kills every program that llmch is still running. The process's owner calls it on exit, because a second Ctrl-C ends llmch at
 * once: nothing that a command started may outlive that.
 */
export const killRunningPrograms = (): void => {
  for (const kill of kills) kill();
};
