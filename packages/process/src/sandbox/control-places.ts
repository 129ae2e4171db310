import { dirname, join, relative } from "node:path";

export type Controller = "memory" | "pids";

/** Where groups of a controller can be made. */
export interface ControlPlace {
  readonly version: 1 | 2;
  /** The best first. */
  readonly folders: readonly string[];
}

interface Mount {
  readonly root: string;
  readonly folder: string;
  readonly type: string;
  readonly options: readonly string[];
}

/**
 * Reads where this process is in the machine's control groups. In version 2, a group that holds processes passes no controller
 * on, unless it is the root: so groups are made beside llmch's own.
 * @param groups `/proc/self/cgroup`
 * @param mounts `/proc/self/mountinfo`
 */
export const controlPlaces = ({
  groups,
  mounts,
}: {
  readonly groups: string;
  readonly mounts: string;
}): Partial<Record<Controller, ControlPlace>> => {
  const mounted = mounts.split("\n").flatMap((line) => mountIn(line) ?? []);
  const places: Partial<Record<Controller, ControlPlace>> = {};
  for (const line of groups.split("\n")) {
    const [, number, names = "", path = ""] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
    if (number === undefined) continue;
    const isSecond = number === "0";
    const controllers = isSecond ? ["memory", "pids"] : names.split(",");
    for (const controller of ["memory", "pids"] as const) {
      // A controller with its own hierarchy is not available in the other one.
      if (!controllers.includes(controller) || (isSecond && places[controller] !== undefined)) continue;
      const mount = mounted.find(({ type, options }) =>
        isSecond ? type === "cgroup2" : type === "cgroup" && options.includes(controller),
      );
      if (mount === undefined) continue;
      const own = join(mount.folder, relative(mount.root, path));
      const beside = own === mount.folder ? [] : [dirname(own)];
      places[controller] = isSecond ? { version: 2, folders: [...beside, own] } : { version: 1, folders: [own] };
    }
  }
  return places;
};

const mountIn = (line: string): Mount | null => {
  const [before = "", after = ""] = line.split(" - ");
  const [, , , root, folder] = before.split(" ");
  const [type, , options] = after.split(" ");
  if (root === undefined || folder === undefined || type === undefined || options === undefined) return null;
  return { root, folder, type, options: options.split(",") };
};
