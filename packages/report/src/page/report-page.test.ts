import type { RunStory } from "@llmch/story";
import { readStory } from "@llmch/story/reading";
import { BUILD_JOURNAL, recordedJournal, runNumbered } from "@llmch/testkit";
import { anyCharacter } from "@llmch/testkit/any-character";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CONFIG,
  orderStory,
  PLAN,
  revisedStory,
  SCHEDULE,
  SIDE_BY_SIDE,
  scheduleStory,
  withTexts,
} from "../story.fixture.ts";
import { type ReportFacts, reportPage } from "./report-page.ts";
import { tagsOf } from "./tokens.fixture.ts";

const FACTS: ReportFacts = { version: "0.1.0", told: (brief) => brief.primary_error_excerpt.split("\n") };
const ORDER = orderStory("WO-01", { fails: true });
const BUILD = readStory(recordedJournal("build", runNumbered(1), BUILD_JOURNAL), () => null);
const STORIES: readonly RunStory[] = [SCHEDULE, SIDE_BY_SIDE, ORDER, revisedStory("WO-01"), PLAN, BUILD];

/** The page's text as a reader sees it. */
const wordsOf = (page: string): string =>
  page
    .replace(/<(style|script|title)>[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test.each([
  ["a run-all", SCHEDULE, ["FAIL", "2 of 4 orders passed", "Stopped at WO-03", "verify_failed", "not begun", "WO-04"]],
  [
    "an order's run",
    ORDER,
    [
      "FAIL",
      "Title of WO-01",
      "Refused at verify",
      "Since attempt 1",
      "12.3k tokens in (8% cached), 678 out (321 reasoning)",
    ],
  ],
  [
    "a build",
    BUILD,
    [
      "RUNNING",
      "1 of 3 milestones, 3 orders, 4 windows",
      "A user can print what was sold on a day.",
      "WO-04 failed (acceptance_failed)",
      "note dropped: the list prints to stdout",
      `llmch report ${runNumbered(21)}`,
    ],
  ],
  ["a plan", PLAN, ["PASS", "2 orders written", "E104", "llmch explain E104", "Since attempt 1", "WO-02"]],
])("the page of %s says what happened", (_what, story, said) => {
  const words = wordsOf(reportPage(story, FACTS));
  for (const text of said) expect(words.toLowerCase()).toContain(text.toLowerCase());
});

test.each([
  ["a run-all", SCHEDULE],
  ["an order's run", ORDER],
  ["a plan", PLAN],
])("the facts of %s begin with its caps", (_what, story) => {
  const settings = { budget: { usd: 20, minutes: 30 } };
  const capped = { ...story, config: { ...CONFIG, settings } } as RunStory;
  const facts = (told: RunStory) => wordsOf(reportPage(told, FACTS).split('<dl class="facts">')[1] ?? "");
  expect(facts(capped)).toMatch(/^ Caps (at least )?\$\d+\.\d+ of \$20\.00, 30 minutes at most /);
  expect(facts(story)).not.toContain("Caps");
});

test("a run-all and its page say who reviewed its orders", () => {
  const [first, ...others] = SCHEDULE.orders;
  if (first === undefined) throw new Error("no order");
  const reviewed = [{ by: "<b>", is: "model", decision: "approve" }] as const;
  const page = reportPage({ ...SCHEDULE, orders: [{ ...first, reviewed }, ...others] }, FACTS);
  expect(page).toContain("<dt>Reviewed</dt><dd>WO-01: &lt;b&gt; (model) approved</dd>");
});

test("a report of a failed run leads with the failure", () => {
  const facts: ReportFacts = { ...FACTS, told: ({ stage }) => [`told of ${stage}`, "1 failing:"] };
  const [head = ""] = reportPage(orderStory("WO-01", { fails: true }), facts).split("</header>");
  expect(head).toMatch(/told of \w+_failed\n1 failing:/);
  expect(reportPage(orderStory("WO-01"), facts)).not.toContain("told of");
});

test("it names the failing test and the command to resume, before any figure, and marks retried orders", () => {
  const failing = () => ["rounds to cents (test/share.test.js)", "adds <up>"];
  const facts: ReportFacts = {
    ...FACTS,
    failing,
    next: [{ command: "llmch resume 01RUN --max-attempts +2", why: "" }],
  };
  for (const story of [orderStory("WO-01", { fails: true }), SCHEDULE]) {
    const page = reportPage(story, facts);
    const [before = ""] = page.split('<dl class="figures">');
    expect(before).toMatch(/Failing:.*rounds to cents \(test\/share\.test\.js\).*adds &lt;up&gt;/);
    expect(before).toContain("Go on with <code>llmch resume 01RUN --max-attempts +2</code>");
    expect(page).toMatch(/is-retried"><span aria-hidden="true">↻<\/span> \d attempts/);
  }
  expect(reportPage(orderStory("WO-01"), facts)).not.toContain("Go on with");
});

test("it shows how hard the order is said to be, how its author looked around, and what a failure triggered", () => {
  const page = reportPage(orderStory("WO-01"), FACTS);
  expect(page).toContain("Said to be complex: Two modules decide.");
  expect(page).toContain("Tools: 3 turns: read 4");
  expect(page.match(/Then: model gpt-5\.2-pro \(row 2 of factory\.escalation\)/g)).toHaveLength(1);
});

test("it names the spec, tells the order as it was carried out, and shows what git says of it, folded, and how to merge it", () => {
  const next = [{ command: "llmch pr 01RUN", why: "opens a pull request" }];
  const page = reportPage({ ...SCHEDULE, state: "passed", verdict: "PASS" }, { ...FACTS, next });
  const words = wordsOf(page);
  expect(words).toContain("Spec spec.txt, plan 01M810C7B7FMWQ8Q5YR06JX709");
  expect(words).toContain("1 file, +1 -1 on factory/01/02 . src/share.js +1 -1");
  expect(words).toContain("llmch pr 01RUN opens a pull request");
  const told = { ...SCHEDULE, pull_request: "https://github.com/o/r/pull/3" };
  expect(reportPage(told, FACTS)).toContain(
    '<a href="https://github.com/o/r/pull/3">https://github.com/o/r/pull/3</a>',
  );
  expect(page.match(/<details class="fold"><summary>The (?:whole diff|diff of 520fc0410f) /g)).toHaveLength(3);
  expect(page).toContain("<del>-round &lt;b&gt;\n</del><ins>+floor &lt;b&gt;\n</ins>");
  const revised = wordsOf(reportPage(revisedStory("WO-01"), FACTS));
  expect(revised).toContain("Revision 1 Changed against the order as planned +1 -1");
  expect(revised).toMatch(
    /- &quot;intent&quot;: &quot;The &lt;first&gt; intent\.&quot;, \+ &quot;intent&quot;: &quot;The intent of/,
  );
});

test("a diff that is too large for the page is cut, and names the command that prints all of it", () => {
  const patch = "+line\n".repeat(300_000);
  const page = reportPage({ ...SCHEDULE, diff: { files: [], patch } }, FACTS);
  expect(page.length).toBeLessThan(1_000_000);
  expect(page).toContain("all of it: git -C /tmp/evenly diff b157e02b43..520fc0410f");
});

test("what is wider than the page visibly scrolls", () => {
  const page = reportPage(SCHEDULE, FACTS);
  expect(page).toMatch(/\.wide\{overflow-x:auto;background:[^}]*scroll\}/);
  expect(page).toMatch(/<div class="wide" tabindex="0"[^>]*aria-label="Graph of orders">/);
});

test("the report of an interrupted run says so, although its record calls it an error", () => {
  const page = reportPage({ ...ORDER, state: "interrupted", verdict: "ERROR", exit_code: 130 }, FACTS);
  expect(page).toMatch(/<title>INTERRUPTED /);
  expect(wordsOf(page)).toMatch(/■ INTERRUPTED .* Interrupted after /);
});

test("the same story gives the same bytes", () => {
  for (const story of STORIES) expect(reportPage(structuredClone(story), FACTS)).toBe(reportPage(story, FACTS));
});

test("ids are unique, and links lead to them", () => {
  for (const story of STORIES) {
    const attributes = tagsOf(reportPage(story, FACTS)).flatMap((tag) => tag.attributes);
    const valuesOf = (wanted: string) => attributes.filter(([name]) => name === wanted).map(([, value]) => value);
    const ids = valuesOf("id");
    expect(ids).toEqual([...new Set(ids)]);
    for (const href of valuesOf("href")) expect(ids).toContain(href.slice(1));
    for (const label of valuesOf("aria-labelledby")) expect(ids).toContain(label);
  }
});

test("an unfinished run, one of which hardly anything is known, and one whose record is damaged", () => {
  const bare = { ...ORDER, verdict: null, exit_code: null, started_at: null, last_at: null, duration_ms: null };
  const unknown = { order: null, title: null, work_order: null, branch: null, baseline: null, config: null };
  const unfinished: RunStory = { ...bare, ...unknown, state: "interrupted", attempts: [], commit: null };
  expect(wordsOf(reportPage(unfinished, FACTS))).toContain("INTERRUPTED");
  const damaged: RunStory = { ...SCHEDULE, state: "damaged", orders: [] };
  expect(wordsOf(reportPage(damaged, FACTS))).toContain("DAMAGED");
  const nothing: RunStory = { ...PLAN, state: "interrupted", verdict: null, attempts: [], written: null };
  expect(wordsOf(reportPage(nothing, FACTS))).toContain("No model was asked");
});

test("twenty orders with long texts stay under a megabyte, and the largest are cut with a note on where they are", () => {
  const filler = (name: string, bytes: number) =>
    Array.from(
      { length: bytes / 64 },
      (_, index) => `${name} ${index}: "a line" of <text> & more, as models and tests write`,
    ).join("\n");
  const large = scheduleStory(20, (order) => {
    const story = orderStory(order);
    const attempts = story.attempts.map((attempt) => ({
      ...attempt,
      exchange: attempt.exchange && {
        ...attempt.exchange,
        prompt: filler("prompt", 200_000),
        answer: filler("answer", 50_000),
      },
      commands: attempt.commands.map((command) => ({ ...command, stdout: filler("stdout", 64_000) })),
    }));
    return { ...story, attempts };
  });
  const page = reportPage(large, FACTS);
  expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
  expect(wordsOf(page)).toMatch(/characters left out here; all of it: factory\/\w+\/attempt_1\/se_prompt\.txt/);
  expect(wordsOf(page)).toContain("The cents that are left go to the first.");
});

test("one line of a megabyte is no more trouble than many", () => {
  const page = reportPage({ ...ORDER, title: "x".repeat(1_000_000), warnings: ["<".repeat(1_000_000)] }, FACTS);
  expect(page.length).toBeLessThan(1_200_000);
  tagsOf(page);
});

const ELEMENTS = new Set(
  "!doctype html head meta title body a header p code h1 h2 h3 h4 h5 span dl div dt dd time strong main section svg defs marker path g rect line text ol ul li form fieldset legend label input button table thead tbody tr th td article details summary pre del ins i mark hr footer kbd".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "charset name content http-equiv lang class id href title hidden role type value checked placeholder autocomplete spellcheck scope datetime open tabindex for viewBox preserveAspectRatio width height x x1 x2 y y1 y2 rx d fill xmlns refX refY markerWidth markerHeight orient marker-end text-anchor".split(
    " ",
  ),
);
const isOurs = (name: string) => ATTRIBUTES.has(name) || /^(?:aria|data)-[a-z]+$/.test(name);

const HOSTILE = fc.constantFrom(
  "</script>",
  "</style><script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  '" onmouseover="alert(1)',
  "' onclick='alert(1)",
  "javascript:alert(1)",
  "<!--",
  "-->",
  "]]>",
  "&lt;b&gt;",
  "&#x22;",
  "\u2028",
  "\ud800",
  "\u202e",
  "\0",
  "<svg/onload=alert(1)>",
  "</title>",
  "</details>",
  "WO-01",
  "2026-11-22T06:51:25.000Z",
  "`$`",
  "\n",
);
const hostileText = fc.oneof(
  fc.array(HOSTILE, { maxLength: 4 }).map((parts) => parts.join("")),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.string({ unit: fc.constantFrom("<", ">", '"', "'", "&", "=", " ", "/", "!", "-", "a"), maxLength: 12 }),
);

test("whatever its texts are, a page has only its own elements and attributes", () => {
  fc.assert(
    fc.property(fc.nat(STORIES.length - 1), fc.array(hostileText, { minLength: 1, maxLength: 30 }), (which, texts) => {
      let index = 0;
      const hostile = withTexts(STORIES[which] ?? PLAN, () => texts[index++ % texts.length] ?? "");
      for (const { name, attributes } of tagsOf(reportPage(hostile, FACTS))) {
        if (!ELEMENTS.has(name)) throw new Error(`an element that is not ours: ${name}`);
        for (const [attribute, value] of attributes) {
          if (!isOurs(attribute)) throw new Error(`an attribute that is not ours: ${attribute}`);
          if (attribute === "href" && !value.startsWith("#")) throw new Error(`a link that leads away: ${value}`);
        }
      }
    }),
    { numRuns: 40 },
  );
});
