import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The command lines of all processes that have to do with a folder: by their words, their environment or where they work. */
export const processesOf = (folder: string): readonly string[] =>
  readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const place = join("/proc", name);
    try {
      const words = readFileSync(join(place, "cmdline"), "latin1");
      // Those of others do not show more.
      const more = `${readFileSync(join(place, "environ"), "latin1")}\0${readlinkSync(join(place, "cwd"))}`;
      return `${words}\0${more}`.includes(folder) && words !== "" ? [words.replaceAll("\0", " ").trim()] : [];
    } catch {
      return [];
    }
  });
