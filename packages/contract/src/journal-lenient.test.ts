import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVENT_FORMAT, type EventBody } from "./event.ts";
import { readJournal } from "./journal.ts";
import { readJournalLeniently } from "./journal-lenient.ts";
import { JOURNAL_START, sealLine } from "./journal-line.ts";

const BEGUN: EventBody = { type: "resumed", format: EVENT_FORMAT, from_seq: 0 };
const warning = (message: string): EventBody => ({ type: "warning", message });

const journalOf = (bodies: readonly object[]): string => {
  let checksum = JOURNAL_START;
  return bodies
    .map((body, seq) => {
      const sealed = sealLine(JSON.stringify({ seq, ts: "t", run_id: "r", ...body }), checksum);
      checksum = sealed.checksum;
      return `${sealed.line}\n`;
    })
    .join("");
};

const WHOLE = journalOf([BEGUN, warning("one"), warning("two"), { type: "pushed", remote: "origin" }]);
const LINES = WHOLE.trimEnd().split("\n");
const text = (...lines: readonly (string | undefined)[]) => lines.map((line) => `${line}\n`).join("");
const line = (index: number) => LINES[index] ?? "";

/** Which events are given, by number, and which lines are at fault. */
const told = (journal: string) => {
  const { events, faults } = readJournalLeniently(journal);
  return { events: events.map(({ seq }) => seq), faults: faults.map(({ line: at, kind }) => `${at} ${kind}`) };
};

describe("what can be understood is given, and the rest is told", () => {
  const unknown = journalOf([BEGUN, { type: "greeted", whom: "you" }, warning("two")]);
  const misshapen = journalOf([BEGUN, { type: "warning" }, warning("two")]);
  const older =
    '{"seq":0,"ts":"t","run_id":"r","type":"order_started"}\n{"seq":1,"ts":"t","run_id":"r","type":"warning","message":"m"}\n';
  test.each<[string, string, readonly number[], readonly string[]]>([
    ["a whole journal", WHOLE, [0, 1, 2, 3], []],
    ["nothing", "", [], []],
    ["a torn last line", WHOLE.slice(0, -5), [0, 1, 2], ["4 torn"]],
    ["a torn only line", line(0).slice(0, 9), [], ["1 torn"]],
    ["a changed event", text(line(0), line(1).replace("one", "all"), line(2)), [0, 1, 2], ["2 damaged"]],
    ["a line that is gone", text(line(0), line(2), line(3)), [0, 2, 3], ["2 damaged"]],
    ["lines that changed places", text(line(0), line(2), line(1)), [0, 2, 1], ["2 damaged", "3 damaged"]],
    ["no JSON in the middle", text(line(0), "{", line(1)), [0, 1], ["2 damaged", "3 damaged"]],
    ["an empty line", text(line(0), "", line(1)), [0, 1], ["2 damaged", "3 damaged"]],
    ["JSON that is no event", text(line(0), "[1]", "7"), [0], ["2 damaged", "3 damaged"]],
    [
      "a line without a checksum",
      text(line(0), '{"seq":1,"ts":"t","run_id":"r","type":"warning","message":"m"}'),
      [0, 1],
      ["2 damaged"],
    ],
    ["an event of no known kind", unknown, [0, 2], ["2 unknown-event"]],
    ["an event that misses a member", misshapen, [0, 2], ["2 damaged"]],
    ["an older format, told once", older, [1], ["1 older-format"]],
    ["a newer format, told once", journalOf([{ ...BEGUN, format: 99 }, { type: "greeted" }]), [0], ["1 newer-format"]],
    ["no journal at all", "\u0000\u0001\n\u00ff\n", [], ["1 damaged", "2 damaged"]],
  ])("%s", (_name, journal, events, faults) => {
    expect(told(journal)).toEqual({ events, faults });
  });

  test("what is no journal is not read to its end", () => {
    const { faults } = readJournalLeniently("x\n".repeat(100_000));
    expect(faults.length).toBeLessThan(200);
  });
});

test("it agrees with the strict reader on whatever that one takes, cut anywhere", () => {
  for (let cut = 0; cut <= WHOLE.length; cut += 3) {
    const strict = readJournal(WHOLE.slice(0, cut));
    const { events, faults } = readJournalLeniently(WHOLE.slice(0, cut));
    expect(events).toEqual(strict.ok ? strict.value.events : []);
    expect(faults.every(({ kind }) => kind === "torn")).toBe(true);
  }
});

test("no text makes it throw, and no changed character goes unsaid", () => {
  fc.assert(
    fc.property(fc.nat(WHOLE.length - 1), fc.string({ unit: "binary", minLength: 1, maxLength: 3 }), (at, other) => {
      const changed = WHOLE.slice(0, at) + other + WHOLE.slice(at + 1);
      fc.pre(changed !== WHOLE);
      expect(readJournalLeniently(changed).faults).not.toEqual([]);
    }),
    { numRuns: 200 },
  );
});
