import { join } from "node:path";
import { speculationFolder } from "@llmch/contract";
import { type Ledger, ledgerBelow } from "@llmch/factory";
import { takeUpFolder } from "@llmch/store";
import type { Session } from "../session/session.ts";

/**
 * The record of work that is done ahead of an order's turn. It stands apart until it is known whether it counts: its files lie in a
 * folder of their own, and its events have its number. Nothing of it is ever taken for the order's until it is adopted.
 */
export interface Speculation {
  readonly number: number;
  /** Where its files lie. */
  readonly directory: string;
  readonly ledger: Ledger;
  /** Makes it a part of the order's run, as if it had been done in its turn. */
  adopt(): Promise<void>;
  /** It came to nothing; its files stay, to be read. */
  drop(): Promise<void>;
}

/** Begins one. Throws a fault of the machine, as everything of it does. */
export const openSpeculation = async (session: Session, number: number): Promise<Speculation> => {
  const folder = speculationFolder(number);
  const { directory, emit, settle } = session;
  await emit({ type: "speculation_started", speculation: number });
  return {
    number,
    directory: join(directory, folder),
    ledger: {
      ...ledgerBelow(session, folder),
      emit: (event) => emit({ ...event, speculation: number }),
    },
    adopt: async () => {
      await settle();
      // If the process dies here, the journal does not count it, and what was moved is written again.
      takeUpFolder(directory, folder);
      await emit({ type: "speculation_ended", speculation: number, adopted: true });
    },
    drop: () => emit({ type: "speculation_ended", speculation: number, adopted: false }),
  };
};
