import { closeSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { isInside, realLocation, systemText } from "@llmch/files";
import { accepted, type Environment, type Result, rejected, sha256Hex } from "@llmch/text";
import { temporaryFrom } from "../environment/lease-environment.ts";
import type { Origin } from "../program/origin.ts";
import { resolveProgram } from "../program/resolve-program.ts";
import { runProgram } from "../program/run-program.ts";
import type { Enclosure, Sandbox, SandboxPlace } from "../program/sandbox.ts";
import type { ProgramStart } from "../program/start-program.ts";
import { trustedEnvironment } from "../program/trusted-environment.ts";
import { ABILITIES, bubblewrapArguments, FILTER, GATE, probe, REPORTS, type Wish } from "./bubblewrap-arguments.ts";
import { holdBubblewrap } from "./bubblewrap-hold.ts";
import type { ControlGroup } from "./control-groups.ts";
import type { CleanedFile } from "./credentials.ts";
import { socketPaths } from "./kernel-files.ts";
import { type Closed, type Layout, layoutFor } from "./layout.ts";
import { rootOnly } from "./root-only.ts";
import { systemCallFilter } from "./system-call-filter.ts";
import { offlineEnvironment } from "./toolchains.ts";

const LIMIT_MS = 10_000;

export interface SandboxWish {
  readonly allowsNetwork: boolean;
  /** The repo's folders: a bubblewrap from there does not count. */
  readonly notFrom: readonly string[];
  /** Maximum that a command may keep in its temporary folder; a quarter of the memory by default. */
  readonly temporaryBytes?: number | undefined;
  /** Folders and files that no command may see, wherever they are. */
  readonly hidden?: readonly string[];
  /** Makes the group that limits a command and everything that it starts; null for no limits. */
  readonly limit?: (() => ControlGroup) | null;
}

/**
 * The sandbox that bubblewrap makes, if the program is on the PATH and works here: many containers forbid the namespaces that it
 * needs. The issue says why there is none.
 */
export const findBubblewrap = async (
  env: Environment,
  { allowsNetwork, notFrom, temporaryBytes = totalmem() / 4, hidden = [], limit = null }: SandboxWish,
): Promise<Result<Sandbox, string>> => {
  const program = resolveProgram("bwrap", { path: env.PATH ?? "", cwd: "/", notFrom });
  if (program === null) return rejected("bwrap is not on the PATH");
  const wish = { allowsNetwork, temporaryBytes };
  const closed = { ...rootOnly(), hidden };
  let fault: string | null = null;
  for (const abilities of ABILITIES) {
    fault = await faultOf(program, { ...wish, abilities, nothing: "/dev/null", standIns: [] }, notFrom);
    if (fault !== null) continue;
    const enclose: Sandbox["enclose"] = (place, other) =>
      encloseWith(program, place, { ...wish, abilities, ...other }, { limit, closed });
    return accepted({ name: "bubblewrap", allowsNetwork, enclose });
  }
  return rejected(`bubblewrap does not work here: ${fault}`);
};

/** Starts bubblewrap itself inside, the one program that certainly exists. Null if that works. */
const faultOf = async (program: string, wish: Wish, notFrom: readonly string[]): Promise<string | null> => {
  const { filtersCalls } = wish.abilities;
  const filter = filtersCalls ? ["--seccomp", "0"] : [];
  const args = [...filter, ...bubblewrapArguments(probe(), wish), "--", program, "--version"];
  const origin: Origin = { kind: "own", notFrom };
  const input = filtersCalls ? systemCallFilter() : undefined;
  const run = { program, args, cwd: "/", env: { LC_ALL: "C" }, origin, limitMs: LIMIT_MS, input };
  const { exitCode, stderr } = await runProgram(run);
  if (exitCode === 0) return null;
  return (stderr.split("\n")[0] ?? "").replace(/^bwrap: /, "") || "it does not answer";
};

interface Machine {
  readonly limit: (() => ControlGroup) | null;
  readonly closed: Closed;
}

const encloseWith = (
  program: string,
  place: SandboxPlace,
  wish: Omit<Wish, "nothing" | "standIns">,
  { limit, closed }: Machine,
): Enclosure => {
  closeInheritedDescriptors();
  const layout = layoutFor(place, closed);
  const nothing = join(place.folder, "_nothing");
  if (!existsSync(nothing)) writeFileSync(nothing, "", { mode: 0o444 });
  const standIns = layout.cleaned.map((file) => [standIn(place.folder, file), file.path] as const);
  const filter = wish.abilities.filtersCalls ? ["--seccomp", String(FILTER)] : [];
  const channels = ["--json-status-fd", String(REPORTS), "--block-fd", String(GATE), ...filter];
  const before = [...channels, ...bubblewrapArguments(layout, { ...wish, nothing, standIns, givesGitSettings: true })];
  // Bubblewrap itself runs outside: it must load nothing from commands or the repo.
  const notFrom = [place.root, place.folder, place.checkout, place.gitDir, place.commonDir];
  const { seat } = layout;
  return {
    seat,
    environment: environmentIn(wish.allowsNetwork ? place.environment : offlineEnvironment(place.environment)),
    wrap: (outside) => {
      const named = Object.entries(outside.env).map(([name, value]) => [name, value && seat.inside(value)]);
      const wanted = { ...outside, env: Object.fromEntries(named) };
      const env = trustedEnvironment(wanted.env, notFrom);
      const args = [
        ...[
          ...before,
          ...closedSockets(layout, nothing),
          ...setInside(wanted.env, env),
          "--chdir",
          seat.inside(wanted.cwd),
        ],
        ...shownBesides(wanted.program, layout),
        ...["--", ...[wanted.program, ...wanted.args].map(seat.inside)],
      ];
      return { program, args, cwd: "/", env, origin: { kind: "own", notFrom } };
    },
    hold: (running) => holdBubblewrap(running, limit === null ? null : madeOrNot(limit), place.gitSettings),
  };
};

/** Replaces sockets of the machine's programs that commands would see. */
const closedSockets = (layout: Layout, nothing: string): readonly string[] =>
  socketPaths()
    .filter((path) => isSeen(layout, path) && !isInside(layout.root, path))
    .flatMap((path) => ["--ro-bind", nothing, layout.seat.at(path)]);

/** A file of llmch's with the shown part of another. */
const standIn = (folder: string, { path, text }: CleanedFile): string => {
  const file = join(folder, `shown-${sha256Hex(`${path}\0${text}`).slice(0, 16)}`);
  if (!existsSync(file)) writeFileSync(file, text, { mode: 0o444 });
  return file;
};

/** If the group cannot be made, it takes no process, so that nothing runs. */
const madeOrNot = (make: () => ControlGroup): ControlGroup => {
  try {
    return make();
  } catch (fault) {
    return { take: () => Promise.reject(fault), remove: async () => {} };
  }
};

/** The variables that differ between the command and bubblewrap itself. */
const setInside = (wanted: ProgramStart["env"], env: ProgramStart["env"]): readonly string[] =>
  Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined || value === env[name] ? [] : ["--setenv", name, value],
  );

/** A program that an order names by its path is shown, wherever it is. */
const shownBesides = (program: string, layout: Layout): readonly string[] =>
  isSeen(layout, program) ? [] : ["--ro-bind", realLocation(program), program];

const isSeen = ({ emptied, shown, root }: Layout, path: string): boolean => {
  const isIn = (folders: readonly string[]) => folders.some((folder) => isInside(folder, path));
  return !isIn(emptied) || isIn([...shown, root]);
};

/** Temporary files go to the sandbox's own folder, and no variable names the sockets of the user's session. */
const environmentIn = ({
  XDG_RUNTIME_DIR: _,
  ...environment
}: SandboxPlace["environment"]): Record<string, string> => ({
  ...environment,
  ...temporaryFrom(environment, "/tmp"),
});

/** O_CLOEXEC on Linux: a new program does not inherit it. */
const CLOSED_ON_EXEC = 0o2000000;

/**
 * Closes descriptors that llmch's parent left open, and that Node passes on to every child process: with a folder's descriptor, a
 * command would be out of its sandbox at once. Child processes inherit none of the descriptors that llmch itself opened.
 */
export const closeInheritedDescriptors = (): void => {
  for (const descriptor of readdirSync("/proc/self/fd").map(Number)) {
    if (descriptor <= 2 || isClosedOnExec(descriptor)) continue;
    try {
      closeSync(descriptor);
    } catch {
      // It was the one used to read the folder.
    }
  }
};

const isClosedOnExec = (descriptor: number): boolean => {
  const text = systemText(`/proc/self/fdinfo/${descriptor}`);
  if (text === "") return true;
  const [, flags = "0"] = /^flags:\s*([0-7]+)$/m.exec(text) ?? [];
  return (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) !== 0;
};
