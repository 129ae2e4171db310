/** Sends a signal to a process group; false if it is gone. */
export const signalGroup = (group: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
};

/** Sends a signal to one process, unless it has ended meanwhile. */
export const signalProcess = (id: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(id, signal);
  } catch {
    // Nothing is left to do.
  }
};
