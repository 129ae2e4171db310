import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../testkit/src/texts/any-character.ts";
import { EVENT_FORMAT, type EventBody } from "./event.ts";
import { type JournalFault, readJournal, readJournalLeniently } from "./journal.ts";
import { JOURNAL_START, sealLine } from "./journal-line.ts";

/** The smallest event that names its format, which the first event must do. */
const BEGUN: EventBody = { type: "resumed", format: EVENT_FORMAT, from_seq: 0 };
const WARNING = { type: "warning", message: "one é\u2028 line" } as const;

/** The text of a journal with these events. */
const journalOf = (bodies: readonly object[], { from = 0 } = {}): string => {
  let checksum = JOURNAL_START;
  return bodies
    .map((body, index) => {
      const sealed = sealLine(JSON.stringify({ seq: from + index, ts: "t", run_id: "r", ...body }), checksum);
      checksum = sealed.checksum;
      return `${sealed.line}\n`;
    })
    .join("");
};

const faultOf = (text: string): JournalFault["kind"] | "none" => {
  const journal = readJournal(text);
  return journal.ok ? "none" : journal.issues[0].kind;
};

const WHOLE = journalOf([BEGUN, WARNING, WARNING, { type: "pushed", remote: "origin" }]);
const LINES = WHOLE.trimEnd().split("\n");
const text = (...lines: readonly (string | undefined)[]) => lines.map((line) => `${line}\n`).join("");
const line = (index: number) => LINES[index] ?? "";
const checksums = LINES.map((each): string => JSON.parse(each).checksum);

test("what was written is read back, in order", () => {
  const journal = readJournal(WHOLE);
  expect(journal).toMatchObject({ ok: true, value: { checksum: checksums.at(-1) } });
  const types = journal.ok ? journal.value.events.map(({ seq, type }) => `${seq} ${type}`) : [];
  expect(types).toEqual(["0 resumed", "1 warning", "2 warning", "3 pushed"]);
});

test("a journal cut anywhere gives its whole lines, and the last one's checksum", () => {
  const ends = [...WHOLE.matchAll(/\n/g)].map(({ index }) => index + 1);
  for (let cut = 0; cut <= WHOLE.length; cut++) {
    const journal = readJournal(WHOLE.slice(0, cut));
    const whole = ends.filter((end) => end <= cut);
    if (whole.length === 0) expect(journal).toMatchObject({ ok: false, issues: [{ kind: "empty" }] });
    else {
      const { length } = whole;
      expect(journal).toMatchObject({ ok: true, value: { all: { length }, checksum: checksums[length - 1] } });
    }
  }
});

test("any changed character in a whole line is a fault of that line or a later one", () => {
  fc.assert(
    fc.property(fc.nat(WHOLE.length - 1), fc.constantFrom("0", "x", '"', " ", "}"), (at, character) => {
      fc.pre(WHOLE[at] !== character && WHOLE[at] !== "\n");
      const journal = readJournal(WHOLE.slice(0, at) + character + WHOLE.slice(at + 1));
      expect(journal.ok).toBe(false);
      const line = WHOLE.slice(0, at).split("\n").length;
      if (!journal.ok) expect(journal.issues[0].line).toBe(line);
    }),
    { numRuns: 500 },
  );
});

describe("the reason for refusing a journal is named", () => {
  test.each<[string, string, JournalFault["kind"]]>([
    ["nothing in it", "", "empty"],
    ["a torn first line", WHOLE.slice(0, 20), "empty"],
    ["an older format", '{"seq":0,"type":"order_started","format":1}\n', "other-format"],
    ["no format at all", '{"seq":0,"type":"order_started"}\n', "other-format"],
    ["a newer format", journalOf([BEGUN]).replace('"format":2', '"format":3'), "other-format"],
    ["lines that changed places", text(line(0), line(2), line(1), line(3)), "damaged"],
    ["a line that is gone", text(line(0), line(2), line(3)), "damaged"],
    ["a first line that is gone", text(line(1), line(2), line(3)), "damaged"],
    ["numbers that do not start at 0", journalOf([BEGUN], { from: 1 }), "damaged"],
    ["an event of no known kind", journalOf([BEGUN, { type: "greeted" }]), "damaged"],
    ["an event that misses a member", journalOf([BEGUN, { type: "warning" }]), "damaged"],
    ["a line without a checksum", `${WHOLE}{"seq":4}\n`, "damaged"],
  ])("%s", (_name, journal, kind) => {
    expect(faultOf(journal)).toBe(kind);
  });
});

/** The numbers of the returned events, and of the faulty lines. */
const told = (journal: string) => {
  const { events, faults } = readJournalLeniently(journal);
  return { events: events.map(({ seq }) => seq), faults: faults.map(({ line: at, kind }) => `${at} ${kind}`) };
};

describe("the lenient reader gives what it can read of any text, and reports the rest", () => {
  const unknown = journalOf([BEGUN, { type: "greeted", whom: "you" }, WARNING]);
  const misshapen = journalOf([BEGUN, { type: "warning" }, WARNING]);
  const older =
    '{"seq":0,"ts":"t","run_id":"r","type":"order_started"}\n{"seq":1,"ts":"t","run_id":"r","type":"warning","message":"m"}\n';
  test.each<[string, string, readonly number[], readonly string[]]>([
    ["a whole journal", WHOLE, [0, 1, 2, 3], []],
    ["nothing", "", [], []],
    ["a torn last line", WHOLE.slice(0, -5), [0, 1, 2], ["4 torn"]],
    ["a torn only line", line(0).slice(0, 9), [], ["1 torn"]],
    ["a changed event", text(line(0), line(1).replace("one", "all"), line(2)), [0, 1, 2], ["2 damaged"]],
    [
      "a changed event of a kind that is none then",
      text(line(0), line(1).replace('"warning"', '"warming"'), line(2)),
      [0, 2],
      ["2 damaged"],
    ],
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
    ["an older format, told once", older, [1], ["1 other-format"]],
    ["a newer format, told once", journalOf([{ ...BEGUN, format: 99 }, { type: "greeted" }]), [0], ["1 other-format"]],
    ["no journal at all", "\u0000\u0001\n\u00ff\n", [], ["1 damaged", "2 damaged"]],
  ])("%s", (_name, journal, events, faults) => {
    expect(told(journal)).toEqual({ events, faults });
  });

  test("a file that is not a journal is not read to its end", () => {
    const { faults } = readJournalLeniently("x\n".repeat(100_000));
    expect(faults.length).toBeLessThan(200);
  });
});

test("both readers give the same events for a journal cut anywhere", () => {
  for (let cut = 0; cut <= WHOLE.length; cut += 3) {
    const strict = readJournal(WHOLE.slice(0, cut));
    const { events, faults } = readJournalLeniently(WHOLE.slice(0, cut));
    expect(events).toEqual(strict.ok ? strict.value.events : []);
    expect(faults.every(({ kind }) => kind === "torn")).toBe(true);
  }
});

test("no text makes it throw, and every changed character is reported", () => {
  fc.assert(
    fc.property(
      fc.nat(WHOLE.length - 1),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 }),
      (at, other) => {
        const changed = WHOLE.slice(0, at) + other + WHOLE.slice(at + 1);
        fc.pre(changed !== WHOLE);
        expect(readJournalLeniently(changed).faults).not.toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
