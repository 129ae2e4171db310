import { vi } from "vitest";

/** Watches timers from now on; `open` is how many of a length were started and not cleared. Restores what it watches with at `end`. */
export const watchTimers = () => {
  const [set, clear] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
  const started = (ms: number) =>
    set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === ms).map(({ value }) => value);
  return {
    started: (ms: number): number => started(ms).length,
    open: (ms: number): number => {
      const cleared = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
      return started(ms).filter((timer) => !cleared.has(timer)).length;
    },
    end: (): void => {
      set.mockRestore();
      clear.mockRestore();
    },
  };
};
