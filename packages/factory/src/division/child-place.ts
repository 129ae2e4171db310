import { byCodePoint } from "@llmch/contract";
import { ledgerBelow } from "../ledger-below.ts";
import type { Commands, Division, Files, Ledger, Ports, Scratch } from "../ports.ts";

/** Where an order's run stores the records of an attempt's child. */
export const childFolder = (attempt: number, child: string): string => `attempt_${attempt}/children/${child}`;

/** A child's ledger: its own folder, and events under its id. Its warnings go to the order. */
export const ledgerOf = (child: string, folder: string, ledger: Ledger): Ledger => ({
  ...ledgerBelow(ledger, folder),
  emit: (event) =>
    event.type === "warning"
      ? ledger.emit({ ...event, message: `${child}: ${event.message}` })
      : ledger.emit({ child, ...event }),
});

const commandsOf = (folder: string, commands: Commands): Commands => ({
  run: (request) =>
    commands.run({ ...request, stdout: `${folder}/${request.stdout}`, stderr: `${folder}/${request.stderr}` }),
});

const scratchOf = (folder: string, scratch: Scratch): Scratch => ({
  run: (draft, body) => scratch.run(draft, (commands) => body(commandsOf(folder, commands))),
});

/** Overlays the paths that earlier children changed on the view that the order's own prompts show. */
const viewOver = (below: Files, workspace: Files, changed: ReadonlySet<string>): Files => {
  const merged = async (there: Promise<readonly string[]>, here: Promise<readonly string[]>) =>
    [...(await there).filter((path) => !changed.has(path)), ...(await here).filter((path) => changed.has(path))].sort(
      byCodePoint,
    );
  return {
    trackedFiles: () => merged(below.trackedFiles(), workspace.trackedFiles()),
    presentFiles: () => merged(below.presentFiles(), workspace.presentFiles()),
    inspect: (path) => (changed.has(path) ? workspace : below).inspect(path),
    isFile: (path) => (changed.has(path) ? workspace : below).isFile(path),
  };
};

/**
 * The ports of a child: the order's own workspace and gates, but no reviewer, because the whole work is reviewed at the end.
 * @param changed the paths that earlier children changed
 */
export const portsOfChild = (
  child: string,
  attempt: number,
  changed: ReadonlySet<string>,
  division: Division,
  ports: Ports,
): Ports => {
  const folder = childFolder(attempt, child);
  const ledger = ledgerOf(child, folder, ports.ledger);
  const { author: _author, scratch: _scratch, reviewer: _reviewer, view, ...rest } = ports;
  const { scratch, ...own } = division.portsFor(ledger);
  return {
    ...rest,
    ...own,
    ...(scratch === undefined ? {} : { scratch: scratchOf(folder, scratch) }),
    ...(view === undefined ? {} : { view: viewOver(view, ports.workspace, changed) }),
    ledger,
    commands: commandsOf(folder, ports.commands),
  };
};
