import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVENT_FORMAT, type EventBody } from "./event.ts";
import { type JournalFault, readJournal } from "./journal.ts";
import { JOURNAL_START, sealLine } from "./journal-line.ts";

/** The smallest event that names its format, as the first one must. */
const BEGUN: EventBody = { type: "resumed", format: EVENT_FORMAT, from_seq: 0 };
const WARNING = { type: "warning", message: "one é\u2028 line" } as const;

/** The text of a journal with these events. */
const journalOf = (bodies: readonly EventBody[], { from = 0 } = {}): string => {
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

test("what was written is read back, in order", () => {
  const journal = readJournal(WHOLE);
  expect(journal).toMatchObject({ ok: true, value: { wholeLength: WHOLE.length } });
  const types = journal.ok ? journal.value.events.map(({ seq, type }) => `${seq} ${type}`) : [];
  expect(types).toEqual(["0 resumed", "1 warning", "2 warning", "3 pushed"]);
});

test("a journal that is cut anywhere tells its whole lines, and where they end", () => {
  const ends = [...WHOLE.matchAll(/\n/g)].map(({ index }) => index + 1);
  for (let cut = 0; cut <= WHOLE.length; cut++) {
    const journal = readJournal(WHOLE.slice(0, cut));
    const whole = ends.filter((end) => end <= cut);
    if (whole.length === 0) expect(journal).toMatchObject({ ok: false, issues: [{ kind: "empty" }] });
    else expect(journal).toMatchObject({ ok: true, value: { wholeLength: whole.at(-1) } });
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

describe("a journal is refused by name", () => {
  const lines = WHOLE.trimEnd().split("\n");
  const swapped = [lines[0], lines[2], lines[1], lines[3]].map((line) => `${line}\n`).join("");
  const shortened = [lines[0], lines[2], lines[3]].map((line) => `${line}\n`).join("");
  test.each<[string, string, JournalFault["kind"]]>([
    ["nothing in it", "", "empty"],
    ["a torn first line", WHOLE.slice(0, 20), "empty"],
    ["an older format", '{"seq":0,"type":"order_started","format":1}\n', "older-format"],
    ["no format at all", '{"seq":0,"type":"order_started"}\n', "older-format"],
    ["a newer format", journalOf([BEGUN]).replace('"format":2', '"format":3'), "newer-format"],
    ["lines that changed places", swapped, "damaged"],
    ["a line that is gone", shortened, "damaged"],
    ["numbers that do not start at 0", journalOf([BEGUN], { from: 1 }), "damaged"],
    ["an event of no known kind", journalOf([BEGUN, JSON.parse('{"type":"greeted"}')]), "damaged"],
    ["an event that misses a member", journalOf([BEGUN, JSON.parse('{"type":"warning"}')]), "damaged"],
    ["a line without a checksum", `${WHOLE}{"seq":4}\n`, "damaged"],
  ])("%s", (_name, text, kind) => {
    expect(faultOf(text)).toBe(kind);
  });
});
