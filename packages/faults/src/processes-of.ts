import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The command lines of all processes that have to do with a folder: by their words, their environment or where they work. */
export const processesOf = (folder: string): readonly string[] => found(folder).map(({ words }) => words);

/** Kills them, one after the other. Gives how many there were. */
export const killProcessesOf = (folder: string): number => {
  const all = found(folder);
  for (const { pid } of all) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  return all.length;
};

const found = (folder: string): readonly { readonly pid: number; readonly words: string }[] =>
  readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const place = join("/proc", name);
    try {
      const words = readFileSync(join(place, "cmdline"), "latin1");
      // Those of others do not show more.
      const more = `${readFileSync(join(place, "environ"), "latin1")}\0${readlinkSync(join(place, "cwd"))}`;
      const isOf = `${words}\0${more}`.includes(folder) && words !== "";
      return isOf ? [{ pid: Number(name), words: words.replaceAll("\0", " ").trim() }] : [];
    } catch {
      return [];
    }
  });
