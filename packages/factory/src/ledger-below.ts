import type { Ledger } from "./ports.ts";

/** What keeps documents in a folder below another ledger's; events are its own. */
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
