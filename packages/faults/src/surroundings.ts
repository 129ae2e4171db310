import { pathOf } from "./programs.ts";

/** Who the trials run as, and whether there is a sandbox: promises hold for each (reliability §4). */
export const surroundings = (): string => {
  const user = process.getuid?.();
  const who = user === 0 ? "root" : user === undefined ? "an ordinary user" : `uid ${user}`;
  return `as ${who}, ${pathOf("bwrap") === null ? "without" : "with"} bubblewrap`;
};
