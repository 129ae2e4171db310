import type { Executor } from "../job/executor.ts";
import type { Commands, Division, Ledger, Ports, Scratch } from "../job/ports.ts";

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
  ...commands,
  run: (request) =>
    commands.run({ ...request, stdout: `${folder}/${request.stdout}`, stderr: `${folder}/${request.stderr}` }),
});

const scratchOf = (folder: string, scratch: Scratch): Scratch => ({
  run: (draft, body) => scratch.run(draft, (commands) => body(commandsOf(folder, commands))),
});

const executorOf = (folder: string, executor: Executor): Executor => ({
  ...executor,
  work: (prompt, own, ...rest) => executor.work(prompt, `${folder}/${own}`, ...rest),
});

/**
 * The ports of a child: the order's own workspace as it stands, and neither reviewer nor approval, because the whole work is judged at the end.
 */
export const portsOfChild = (child: string, attempt: number, division: Division, ports: Ports): Ports => {
  const folder = childFolder(attempt, child);
  const ledger = ledgerOf(child, folder, ports.ledger);
  const {
    author: _author,
    scratch: _scratch,
    executor: _executor,
    reviewer: _reviewer,
    approve: _approve,
    shown: _shown,
    ...rest
  } = ports;
  const { scratch, executor, ...own } = division.portsFor(ledger);
  return {
    ...rest,
    ...own,
    ...(scratch === undefined ? {} : { scratch: scratchOf(folder, scratch) }),
    ...(executor === undefined ? {} : { executor: executorOf(folder, executor) }),
    ledger,
    commands: commandsOf(folder, ports.commands),
  };
};

/** A ledger for a subfolder of another ledger; events are not included. */
export const ledgerBelow = (
  { record, recordText, recordBytes, settle }: Omit<Ledger, "emit">,
  folder: string,
): Omit<Ledger, "emit"> => {
  const named = (name: string): string => `${folder}/${name}`;
  return {
    record: (name, value) => record(named(name), value),
    recordText: (name, text) => recordText(named(name), text),
    recordBytes: (name, bytes) => recordBytes(named(name), bytes),
    settle,
  };
};
