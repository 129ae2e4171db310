import { answerOf, orderScene, reviewOf } from "@llmch/testkit";
import { expect, test } from "vitest";
import { carryOut } from "../order.ts";

const ORDER = {
  title: "A small library of texts and numbers",
  intent: "Each function of lib.js does what its sentence says.",
  allowed_files: ["lib.js"],
};

interface Seeded {
  /** The sentence of the order that the fault violates. */
  readonly sentence: string;
  readonly wrong: string;
  readonly right: string;
}

const pair = (sentence: string, wrong: string, right: string): Seeded => ({ sentence, wrong, right });

/** Code that runs, but whose fault the order's commands do not catch. */
const FAULTS: readonly Seeded[] = [
  pair("The total of an empty cart is 0.", "xs.reduce((a, b) => a + b)", "xs.reduce((a, b) => a + b, 0)"),
  pair("A price is never negative.", "price - discount", "Math.max(0, price - discount)"),
  pair("The last page counts too.", "Math.floor(count / size)", "Math.ceil(count / size)"),
  pair("The end is not part of the range.", "at <= end", "at < end"),
  pair("The start is part of the range.", "at > start", "at >= start"),
  pair("Names are compared without regard to case.", "a === b", "a.toLowerCase() === b.toLowerCase()"),
  pair("Numbers are sorted by size.", "xs.sort()", "xs.sort((a, b) => a - b)"),
  pair("The list that is given stays as it is.", "xs.reverse()", "[...xs].reverse()"),
  pair("All spaces become dashes.", "s.replace(' ', '-')", "s.replaceAll(' ', '-')"),
  pair("A missing value is 1; zero stays zero.", "x || 1", "x ?? 1"),
  pair("An unknown key gives null.", "map[key]", "map[key] ?? null"),
  pair("Only own keys count.", "key in map", "Object.hasOwn(map, key)"),
  pair("The text is read as decimal.", "parseInt(s)", "Number.parseInt(s, 10)"),
  pair("What is no number is refused.", "Number(s)", "check(Number(s))"),
  pair("NaN is found in the list.", "xs.indexOf(x) >= 0", "xs.includes(x)"),
  pair(
    "Each item is awaited in turn.",
    "xs.forEach(async (x) => f(x))",
    "(async () => { for (const x of xs) await f(x); })()",
  ),
  pair(
    "All are asked at the same time.",
    "(async () => { for (const x of xs) await f(x); })()",
    "Promise.all(xs.map(f))",
  ),
  pair("An error reaches the caller.", "f().catch(() => {})", "f()"),
  pair("The file is closed also after an error.", "use(open()); close()", "try { use(open()) } finally { close() }"),
  pair("The timer is cleared at the end.", "setInterval(f, 10)", "withTimer(f, 10)"),
  pair("Text of a user is escaped.", "'<b>' + s + '</b>'", "'<b>' + escape(s) + '</b>'"),
  pair("No path leaves the folder.", "folder + '/' + name", "within(folder, name)"),
  pair("The key is never logged.", "log(request)", "log(redacted(request))"),
  pair("Secrets are compared in constant time.", "a === b ", "timingSafeEqual(a, b)"),
  pair("Days are counted in UTC.", "date.getDate()", "date.getUTCDate()"),
  pair("Months begin with 1.", "date.getUTCMonth()", "date.getUTCMonth() + 1"),
  pair("Money is rounded half up, in cents.", "Math.floor(x * 100) / 100", "Math.round(x * 100) / 100"),
  pair("At most three tries are made.", "tries <= 3", "tries < 3"),
  pair("The first of equal items wins.", "b >= a ? b : a", "b > a ? b : a"),
  pair("A cache keeps undefined too.", "cache[k] ?? load(k)", "k in cache ? cache[k] : load(k)"),
];

const code = (expression: string): string => `export const f = (...args) => ${expression};\n`;

test("there are thirty seeded faults, each with its own sentence", () => {
  expect(new Set(FAULTS.map(({ sentence }) => sentence)).size).toBe(30);
});

test.each(FAULTS)(
  "a fault that passes the gates goes back, and the fixed proposal passes: $sentence",
  async (fault) => {
    const { sentence, wrong, right } = fault;
    const scene = orderScene({
      order: { ...ORDER, intent: `${ORDER.intent} ${sentence}` },
      review: {},
      replies: [
        answerOf({ "lib.js": code(wrong) }),
        ({ prompt }) =>
          prompt.includes(wrong) ? reviewOf({ path: "lib.js", claim: "It does not.", evidence: sentence }) : "?",
        ({ prompt }) => answerOf({ "lib.js": code(prompt.includes(`rests on: ${sentence}`) ? right : wrong) }),
        ({ prompt }) => (prompt.includes(right) ? reviewOf() : "?"),
      ],
    });
    const outcome = await carryOut(scene.job, scene.ports);
    expect(outcome).toMatchObject({ kind: "candidate", attempts: [], candidate: { attempt: 1 } });
    const [sealed] = scene.ports.workspace.sealed.flatMap(({ changes }) => changes);
    expect(sealed?.kind === "write" && Buffer.from(sealed.content).toString()).toBe(code(right));
  },
);

/** False claims about correct code, each with the command that would prove it. */
const FALSE_CLAIMS = FAULTS.slice(0, 10).map(({ sentence, right }, index) => ({
  sentence,
  right,
  command: `node prove.js ${index}`,
}));

test.each(FALSE_CLAIMS)(
  "a false claim is struck by its own command: $sentence",
  async ({ sentence, right, command }) => {
    const claim = reviewOf({ path: "lib.js", claim: "It does not.", evidence: sentence, command });
    const proven = (exitCode: number) =>
      orderScene({
        order: { ...ORDER, intent: `${ORDER.intent} ${sentence}` },
        review: { rounds: 0 },
        maxAttempts: 1,
        replies: [answerOf({ "lib.js": code(right) }), claim],
        commands: { [command]: { exitCode } },
      });
    const struck = proven(0);
    expect(await carryOut(struck.job, struck.ports)).toMatchObject({ kind: "candidate" });
    expect(struck.ports.ledger.artifacts.get("attempt_1/review_1/review.json")).toMatchObject({
      blocks: 0,
      notes: [{ severity: "blocker", standing: "struck", result: { command, ok: true } }],
    });
    const held = proven(1);
    expect(await carryOut(held.job, held.ports)).toMatchObject({
      kind: "failed",
      brief: { stage: "acceptance_failed" },
    });
  },
);
