/** How each program that must not outlive this process is ended at once. */
const kills = new Set<() => void>();

/** Takes note of a program that runs, until the function that comes back is called. */
export const killWithUs = (kill: () => void): (() => void) => {
  kills.add(kill);
  return () => void kills.delete(kill);
};

/**
 * Kills every program that still runs for us. Whoever owns the process calls it when the process exits, since a second
 * Ctrl-C ends llmch at once: nothing that a command started may outlive that.
 */
export const killRunningPrograms = (): void => {
  for (const kill of kills) kill();
};
