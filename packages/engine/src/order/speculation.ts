import { join } from "node:path";
import { speculationFolder } from "@llmch/contract";
import { type Ledger, ledgerBelow } from "@llmch/factory";
import { takeUpFolder } from "@llmch/store";
import type { Session } from "../session/session.ts";

/**
 * The record of work done ahead of an order's turn. It is kept apart until it is known whether it counts: its files go to a separate
 * folder, and its events carry its number. None of it counts for the order until it is adopted.
 */
export interface Speculation {
  /** The folder of its files. */
  readonly directory: string;
  readonly ledger: Ledger;
  /** Makes it part of the order's run, as if it had been done in its turn. */
  adopt(): Promise<void>;
  /** Discards it; its files stay for reading. */
  drop(): Promise<void>;
}

/** Starts a speculation. Like all of its methods, throws if the machine fails. */
export const openSpeculation = async (session: Session, number: number): Promise<Speculation> => {
  const folder = speculationFolder(number);
  const { directory, emit, settle } = session;
  await emit({ type: "speculation_started", speculation: number });
  return {
    directory: join(directory, folder),
    ledger: {
      ...ledgerBelow(session, folder),
      emit: (event) => emit({ ...event, speculation: number }),
    },
    adopt: async () => {
      await settle();
      // If the process dies here, the journal does not count it, and the moved files are written again.
      takeUpFolder(directory, folder);
      await emit({ type: "speculation_ended", speculation: number, adopted: true });
    },
    drop: () => emit({ type: "speculation_ended", speculation: number, adopted: false }),
  };
};
