import { candidatePart, type EventBody } from "@llmch/contract";
import type { Files, Ledger, Ports } from "../ports.ts";
import { createLock } from "./lock.ts";

/** The ports of authors that work in parallel: nobody reads the order's only worktree while it holds someone's draft. */
export const sharedPlace = (ports: Ports): Ports => {
  const { together, alone } = createLock();
  const { trackedFiles, presentFiles, inspect, isFile } = ports.view ?? ports.workspace;
  const view: Files = {
    trackedFiles: () => together(trackedFiles),
    presentFiles: () => together(presentFiles),
    inspect: (path) => together(() => inspect(path)),
    isFile: (path) => together(() => isFile(path)),
  };
  const { scratch } = ports;
  if (scratch === undefined) return { ...ports, view };
  return { ...ports, view, scratch: { run: (draft, body) => alone(() => scratch.run(draft, body)) } };
};

/** The ports of one candidate; the events of its commands carry its number. */
export const placeOf = (candidate: number, ports: Ports): Ports =>
  candidate === 1 ? ports : { ...ports, ledger: namedIn(ports.ledger, candidate) };

const namedIn = (ledger: Ledger, candidate: number): Ledger => ({
  ...ledger,
  emit: (event) => ledger.emit(isOfCommand(event) ? { ...event, ...candidatePart(candidate) } : event),
});

type OfCommand = Extract<EventBody, { readonly type: "command_started" | "command_finished" }>;
const isOfCommand = (event: EventBody): event is OfCommand =>
  event.type === "command_started" || event.type === "command_finished";
