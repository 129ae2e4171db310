import pc from "picocolors";

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours if they were asked for or a terminal reads (NO_COLOR and --no-color win; contract §1). */
export const colorsFor = (
  options: { readonly color: boolean },
  env: NodeJS.ProcessEnv,
  isTerminal: boolean,
): Colors => {
  const forbidden = !options.color || (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  const forced = (env.FORCE_COLOR ?? "") !== "" && env.FORCE_COLOR !== "0";
  return pc.createColors(!forbidden && (forced || isTerminal));
};

/** A readable duration: `0.4 s`, `12 s`, `3 min 20 s`. */
export const seconds = (ms: number): string => {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};
