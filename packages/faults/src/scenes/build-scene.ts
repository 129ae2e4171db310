import { orderId } from "@llmch/contract";
import { type Scene, sceneOrder } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";

const SENTENCES = [1, 2, 3].map((number) => `A user must read part ${number}.`);
export const SPEC = `${SENTENCES.join("\n")}\n`;

const DRAFT = "draft\n";
const GOOD = "good\n";
const NOTE = "Parts are text files.";

const partOf = (number: number): string => `part-${number}.txt`;

const milestone = (number: number, outcome: string): JsonObject => ({
  ...{ id: `M${number}`, outcome, fulfils: [SENTENCES[number - 1] ?? ""] },
  ...{ acceptance: [`grep -q good ${partOf(number)}`], area: "" },
});

const SCOPE: JsonObject = {
  remit: { what: "Three parts.", for_whom: "readers", what_not: [] },
  assumptions: [],
  milestones: [1, 2, 3].map((number) => milestone(number, `A user can read part ${number}.`)),
};

/** An order that writes one file, and whether that is there yet. */
interface PlannedOrder {
  readonly number: number;
  readonly path: string;
  readonly accepts?: string;
}

const orderOf = ({ number, path, accepts = `test -s ${path}` }: PlannedOrder): JsonObject => {
  const order = sceneOrder({ id: orderId(number), allowed_files: [path], acceptance_commands: [accepts] });
  const { verify_exempt: _, provenance: __, ...planned } = order;
  return JSON.parse(JSON.stringify({ ...planned, title: `Write ${path}` }));
};

const window = (orders: readonly PlannedOrder[], more: JsonObject = {}): JsonObject => ({
  ...{ system_overview: ["Parts are files."], verify_contract: null, work_orders: orders.map(orderOf) },
  ...{ completes: true, notes: [{ before: NOTE, now: NOTE, why: "" }], abort: null },
  ...more,
});

const assessment = (verdict: string, cite: string, milestones: readonly JsonObject[] | null = null): JsonObject => ({
  ...{ verdict, reasons: [{ text: `It stands so after ${cite}.`, cites: [cite] }], milestones },
});

/** Checks of a part, each of which looks for a word. */
const examination = (part: number, ...words: readonly string[]): JsonObject => ({
  checks: words.map((word) => ({
    ...{ sentences: [part], language: "sh", program: `grep -q ${word} ${partOf(part)}`, expects: `it is ${word}` },
  })),
  questions: [],
});

/**
 * The answers to a build of three milestones: its second window gives an order up, and the milestones change; its third claims too much,
 * and its course changes; the order of its fourth fails. The first and the last are examined, and one check is withdrawn.
 */
export const answersOfBuild = ({ answer }: Pick<Scene, "answer">): Readonly<Record<string, string>> => {
  const drafted = { [partOf(2)]: DRAFT };
  const said: Readonly<Record<string, JsonObject | string>> = {
    scope: SCOPE,
    "window-01/plan": window(
      [
        { number: 1, path: partOf(1), accepts: `grep -q good ${partOf(1)}` },
        { number: 2, path: "read-me.txt" },
      ],
      { notes: [{ before: null, now: NOTE, why: "new" }] },
    ),
    "window-01/WO-01": answer({ [partOf(1)]: GOOD }),
    "window-01/WO-02": answer({ "read-me.txt": GOOD }),
    "window-01/examination": examination(1, "good", "better"),
    "window-02/plan": window([], {
      completes: false,
      abort: { order: "WO-02", reason: "It cannot go on from there.", cites: ["WO-02"] },
    }),
    "window-02/assessment": assessment("rescope", "WO-02", [
      milestone(2, "A user can read part 2 as text."),
      milestone(3, "A user can read part 3 as text."),
    ]),
    "window-03/plan": window([{ number: 3, path: partOf(2) }]),
    "window-03/WO-03": answer(drafted),
    "window-03/assessment": assessment("adjust", "WO-03"),
    "window-04/plan": window([{ number: 4, path: partOf(2), accepts: `grep -q good ${partOf(2)}` }]),
    "window-04/WO-04": answer({ [partOf(2)]: "not yet\n" }, drafted),
    "window-05/plan": window([{ number: 5, path: partOf(2), accepts: `grep -q good ${partOf(2)}` }]),
    "window-05/WO-05": answer({ [partOf(2)]: GOOD }, drafted),
    "window-06/plan": window([{ number: 6, path: partOf(3), accepts: `grep -q good ${partOf(3)}` }]),
    "window-06/WO-06": answer({ [partOf(3)]: GOOD }),
    "window-06/examination": examination(3, "good"),
  };
  const attempts = Object.entries(said).map(([subject, text]) => [
    `${subject}/attempt-1`,
    typeof text === "string" ? text : JSON.stringify(text),
  ]);
  const withdrawn = { checks: [{ id: "E-02", verdict: "withdrawn", program: null }] };
  return { ...Object.fromEntries(attempts), "window-01/examination/attempt-1/review-1": JSON.stringify(withdrawn) };
};
