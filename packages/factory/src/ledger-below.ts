import type { Ledger } from "./ports.ts";

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
