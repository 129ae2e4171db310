import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { faultInWords, foldersIn, isLeftByDead, newOwnedName, systemText } from "@llmch/files";
import { accepted, type Result, rejected } from "@llmch/text";
import { type Controller, controlPlaces } from "./control-places.ts";

/** Limits for a command and everything that it starts; null is no limit. */
export interface Limits {
  readonly memoryBytes: number | null;
  readonly processes: number | null;
}

/** A group whose limits apply to every process in it. */
export interface ControlGroup {
  /** Adds a process, with everything that it will start. Throws if that is not possible. */
  take(id: number): Promise<void>;
  /** Removes it once its processes have ended. */
  remove(): Promise<void>;
}

const FILES: Readonly<Record<Controller, Readonly<Record<1 | 2, string>>>> = {
  memory: { 1: "memory.limit_in_bytes", 2: "memory.max" },
  pids: { 1: "pids.max", 2: "pids.max" },
};
const TRIES = 50;
const STEP_MS = 10;

/** How to make groups with these limits; null if there are no limits. The issue says why the machine does not allow any. */
export const findControlGroups = async (limits: Limits): Promise<Result<(() => ControlGroup) | null, string>> => {
  const wanted = (["memory", "pids"] as const).filter((controller) => limitOf(limits, controller) !== null);
  if (wanted.length === 0) return accepted(null);
  const places = controlPlaces({
    groups: systemText("/proc/self/cgroup"),
    mounts: systemText("/proc/self/mountinfo"),
  });
  const make = () => makeGroup(places, wanted, limits);
  try {
    const probe = make();
    await probe.remove();
    return accepted(make);
  } catch (fault) {
    return rejected(`no control group can be made (${faultInWords(fault)})`);
  }
};

const limitOf = ({ memoryBytes, processes }: Limits, controller: Controller): number | null =>
  controller === "memory" ? memoryBytes : processes;

/** Makes a folder for each controller, or one for several that share a hierarchy. Leaves nothing behind if it throws. */
const makeGroup = (
  places: ReturnType<typeof controlPlaces>,
  wanted: readonly Controller[],
  limits: Limits,
): ControlGroup => {
  const name = newOwnedName();
  const made = new Set<string>();
  const remove = () => {
    for (const folder of made) {
      rmdirSync(folder);
      made.delete(folder);
    }
  };
  try {
    for (const controller of wanted) {
      const place = places[controller];
      if (place === undefined) throw new Error(`the machine has none for ${controller}`);
      const folder = place.folders.map((above) => prepared(join(above, name), made)).find((each) => each !== null);
      if (folder === undefined) throw new Error(`none may be made for ${controller}`);
      writeFileSync(join(folder, FILES[controller][place.version]), String(limitOf(limits, controller)));
      if (controller === "memory" && place.version === 2) writeFileSync(join(folder, "memory.oom.group"), "1");
    }
  } catch (fault) {
    remove();
    throw fault;
  }
  return {
    take: async (id) => {
      // The kernel takes some milliseconds for it; do not block meanwhile.
      for (const folder of made) await writeFile(join(folder, "cgroup.procs"), String(id));
    },
    remove: async () => {
      for (let tried = 0; ; tried++) {
        try {
          return remove();
        } catch {
          // A killed process may take a moment to go. The next group that is made removes what stays.
          if (tried === TRIES) return;
          await wait(STEP_MS);
        }
      }
    },
  };
};

/** Makes a group if allowed, and removes those that killed llmch processes left beside it. */
const prepared = (folder: string, made: Set<string>): string | null => {
  if (made.has(folder)) return folder;
  for (const name of foldersIn(dirname(folder)).filter(isLeftByDead)) {
    try {
      rmdirSync(join(dirname(folder), name));
    } catch {
      // Something still runs there.
    }
  }
  try {
    mkdirSync(folder);
  } catch {
    return null;
  }
  made.add(folder);
  return folder;
};
