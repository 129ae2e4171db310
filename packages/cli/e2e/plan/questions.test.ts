import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { serves } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { runInProcess } from "../in-process.ts";
import { closeLiveScenes, createLiveScene, KEY, type LiveScene } from "../live/live-scene.ts";
import { schemaFaults } from "../published-schemas.ts";
import { readJsonFile, readJsonLines } from "../scene.ts";
import { sampleOrder, samplePlan } from "./sample-plan.ts";

afterEach(closeLiveScenes);

const QUESTIONS = [
  { id: "currency", question: "Which \u001b]0;x\u0007currency?", why: "every amount", assumed: "Prices are in euros." },
  { id: "vat", question: "Is VAT included?", why: "each total", assumed: "Prices include VAT." },
];
const ASKS = { system_overview: [], verify_contract: null, work_orders: [], questions: QUESTIONS };
const PLAN = { ...samplePlan([sampleOrder(1)]), questions: null };
/** It quotes the spec, and none of the answers. */
const QUOTING = { ...samplePlan([{ ...sampleOrder(1), fulfils: ["Make the shop better."] }]), questions: null };

/** A model that asks about a vague spec if it may, and plans a precise one or one with answers. */
const createShop = (settings: Readonly<Record<string, string>> = {}): Promise<LiveScene> =>
  createLiveScene(
    {
      responses: ({ prompt }) => {
        const isVague = prompt.includes("Make the shop better.") && prompt.includes("## Asking first");
        const isAnswered = prompt.includes("The user's answers");
        return serves.answers(JSON.stringify(isAnswered ? QUOTING : isVague ? ASKS : PLAN));
      },
    },
    settings,
  );
const VAGUE = { input: "Make the shop better.\n" };
const environmentOf = (live: LiveScene) => ({
  ...{ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: live.server.url, XDG_STATE_HOME: join(live.root, "state") },
});
const runOf = (live: LiveScene): string => live.runs("planner")[0] ?? "";
const answersIn = (run: string) =>
  readJsonLines(run, "events.jsonl").flatMap((event) => {
    const { type, answer } = event as { readonly type: string; readonly answer: string | null };
    return type === "question_answered" ? [answer] : [];
  });

test("without a terminal a vague spec ends in questions, which `decide` answers in the same run", async () => {
  const live = await createShop();
  const asked = await live.plan(["--json"], VAGUE);
  expect(asked.code).toBe(6);
  const document = JSON.parse(asked.stdout);
  expect(document).toMatchObject({
    ...{ command: "plan", ok: false, exit_code: 6, verdict: "ERROR", counts: { attempts: 0, work_orders: 0 } },
    needs: [
      { id: "currency", kind: "question" },
      { id: "vat", kind: "question", what: "Is VAT included?" },
    ],
    questions: [{ assumed: "Prices are in euros." }, { why: "each total" }],
  });
  expect(asked.stdout).not.toMatch(/\\u001b|\\u0007/);
  const run = runOf(live);
  expect(readJsonFile(run, "compile/compile_summary.json").needs).toEqual(document.needs);
  expect(schemaFaults("run-record", readJsonFile(run, "run.json"))).toEqual([]);
  const listed = await live.llmch(["runs"]);
  expect(listed.stdout).toContain("  waiting  plan ");
  expect(listed.stderr).toMatch(
    /^to continue the newest:\n {2}llmch decide \w{26} currency answer "\.\.\." --artifacts-dir /m,
  );
  expect((await live.llmch(["show", basename(run)])).stdout).toContain(
    "WAITING  a spec from standard input: 2 questions open",
  );

  const decide = (...words: readonly string[]) => live.llmch(["decide", basename(run), ...words]);
  const unclear = await decide("answer", "Francs.");
  expect(unclear).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("waits for currency (question), vat (question)"),
  });
  const unknown = await decide("nope", "answer", "1");
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("does not wait for nope") });
  const half = await decide("currency", "answer", "Swiss francs only.");
  expect(half).toMatchObject({ code: 6, stderr: expect.stringContaining("vat waits for you: Is VAT") });
  expect((await live.llmch(["resume", basename(run)])).stdout).toMatch(/^vat {2}Is VAT[\s\S]*\nWAITING {2}1 question /);
  const told = (await live.llmch(["show", basename(run)])).stdout;
  expect(told).toMatch(/^ +answer +Swiss francs only\.\n +asked [^\n]+\n(?: {3,}[^\n]+\n)* +answer +none yet$/m);
  expect((await decide("currency", "answer", "Euros.")).stderr).toContain("does not wait for currency");
  const { code, stdout, stderr } = await decide("answer", "There is no VAT.");
  expect([code, stdout]).toEqual([0, expect.stringContaining("PASS  1 work order in 1 attempt")]);
  expect(stderr).not.toContain("W222");
  expect(live.ways()).toEqual(["stream", "stream"]);
  expect(answersIn(run)).toEqual(["Swiss francs only.", "There is no VAT."]);
  const prompt = readFileSync(join(run, "compile/prompt_attempt_2.txt"), "utf8");
  expect(prompt).toContain("## Question: Is VAT included?\n\nThere is no VAT.\n");
  expect(prompt).not.toContain("## Asking first");
  const { compile_hash, inputs } = readJsonFile(run, "run.json");
  expect(compile_hash).not.toBe(document.compile_hash);
  expect(inputs).not.toHaveProperty("question_sha256");
  expect(readFileSync(join(run, "spec.txt"), "utf8")).toBe(VAGUE.input);
  const shown = await live.llmch(["plan", "show", join(live.root, "wo")]);
  expect(shown.stdout).toContain("PASS  1 order");
  expect(shown.stdout).toContain("1 of 1 sentence");
  expect(readFileSync(join(run, "answered_spec.txt"), "utf8")).toContain(`${VAGUE.input}\n# The user's answers`);
  expect((await live.llmch(["show", basename(run)])).stdout).toContain("1 work order in 1 attempt\n");
  expect((await decide("answer", "More.")).stderr).toContain("has passed");

  const replayed = await live.llmch(["plan", "-", "--repo", live.repo, "--replay", run, "--replay-strict"], VAGUE);
  expect(replayed).toMatchObject({ code: 0, stderr: expect.not.stringContaining("nobody was asked") });
  const [, again = ""] = live.runs("planner");
  expect(readJsonFile(again, "run.json").compile_hash).toBe(compile_hash);
});

test("a precise spec gets no question, and nobody is asked if nobody may be", async () => {
  const precise = await createShop();
  expect(await precise.plan()).toMatchObject({ code: 0 });
  expect(precise.server.requests[0]?.prompt).toContain("## Asking first");
  for (const [flags, settings] of [
    [["--no-questions"], {}],
    [[], { LLMCH_PLANNER_QUESTIONS: "false" }],
  ] as const) {
    const live = await createShop(settings);
    expect(await live.plan(flags, VAGUE)).toMatchObject({ code: 0 });
    expect(live.server.requests.map(({ prompt }) => prompt.includes("## Asking first"))).toEqual([false]);
  }
});

test("a plan that waits goes on with what the planner assumes; a record without answers does so too, and says so", async () => {
  const live = await createShop();
  expect((await live.plan([], VAGUE)).code).toBe(6);
  const run = runOf(live);
  expect((await live.llmch(["decide", "vat", "answer", "None.", "--no-resume"])).code).toBe(0);
  const assumed = await live.llmch(["resume", basename(run), "--no-questions"]);
  expect(assumed.code).toBe(0);
  const words = 'nobody was asked "Which ]0;x currency?": the plan assumes: Prices are in euros.\n';
  expect(assumed.stderr).toContain(words);
  expect(answersIn(run).toSorted()).toEqual(["None.", null]);

  const record = join(live.root, "alone.jsonl");
  cpSync(join(run, "exchanges.jsonl"), record);
  const replayed = await live.llmch(["plan", "-", "--repo", live.repo, "--replay", record], VAGUE);
  expect([replayed.code, replayed.stderr]).toEqual([0, expect.stringContaining(words)]);
  expect(replayed.stderr).toContain('nobody was asked "Is VAT included?"');

  const both = { ...PLAN, questions: QUESTIONS };
  writeFileSync(record, `${JSON.stringify({ key: "plan/attempt-1", response: { text: JSON.stringify(both) } })}\n`);
  const json = await live.llmch(["plan", "-", "--replay", record, "--json", "--no-repo"], VAGUE);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ ok: true, counts: { attempts: 1 }, questions: [{ answer: null }, { answer: null }] },
    warnings: [{ code: "warning", message: expect.stringContaining("the plan assumes") }, {}],
  });
  expect(live.ways()).toHaveLength(2);
});

test("a terminal asks, and an empty line takes what is assumed; a change to the plan sees the answers", async () => {
  const live = await createShop();
  const env = environmentOf(live);
  const place = ["--artifacts-dir", join(live.root, "runs"), "--renderer", "log"];
  const typed = async (argv: readonly string[], input: string) =>
    runInProcess([...argv, ...place], { cwd: live.root, env, input, isTerminal: true });
  writeFileSync(join(live.root, "spec.txt"), VAGUE.input);
  const asked = await typed(["plan", "spec.txt", "--repo", live.repo, "--outdir", "wo"], "Swiss francs only.\n\n");
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("  1 work order in 1 attempt") });
  expect(asked.stderr).toContain(
    "1/2  Which ]0;x currency?\n    why      every amount\n    assumed  Prices are in euros.\n> ",
  );
  expect(asked.stderr).not.toContain("\u001b]");
  expect(answersIn(runOf(live))).toEqual(["Swiss francs only.", "Prices include VAT."]);

  const revised = await typed(["plan", "revise", "smaller", "--plan", join(live.root, "wo")], "");
  expect(revised).toMatchObject({ code: 1, stdout: expect.stringContaining("the planner changes nothing") });
  expect(live.server.requests.at(-1)?.prompt).toContain("Swiss francs only.");
  expect(live.server.requests).toHaveLength(3);
});

test("the planner with tools asks in its final answer", async () => {
  const live = await createLiveScene({
    responses: ({ prompt }, index) =>
      index === 0
        ? serves.answers("", { calls: [{ id: "1", name: "list", arguments: "{}" }] })
        : serves.answers(JSON.stringify(prompt.includes("The user's answers") ? PLAN : ASKS)),
  });
  expect((await live.plan(["--agent", "on"], VAGUE)).code).toBe(6);
  const run = basename(runOf(live));
  expect(await live.llmch(["decide", run, "currency", "answer", "Francs."])).toMatchObject({ code: 6 });
  expect(await live.llmch(["decide", run, "vat", "approve"])).toMatchObject({ code: 0 });
  expect(live.server.requests).toHaveLength(3);
});

const ANSWERS = new Map([
  ["currency", "Francs."],
  ["vat", "None."],
]);

test("killed at any event, a plan with questions resumes: no answer is asked for or paid for twice", async () => {
  const live = await createShop();
  expect((await live.plan([], VAGUE)).code).toBe(6);
  const run = runOf(live);
  const id = basename(run);
  const whole = join(live.root, "whole");
  const answer = async (name: string) => live.llmch(["decide", id, name, "answer", ANSWERS.get(name) ?? "", "--json"]);
  await answer("currency");
  expect((await answer("vat")).code).toBe(0);
  cpSync(run, whole, { recursive: true });
  const manifest = readFileSync(join(whole, "output/WORK_ORDERS_MANIFEST.json"), "utf8");
  const lines = readFileSync(join(whole, "events.jsonl"), "utf8").trimEnd().split("\n");
  const kinds = lines.map((line) => JSON.parse(line).type as string);
  for (let kept = 1; kept < lines.length; kept++) {
    // The folder itself stays: a copy would be somebody else's run.
    for (const name of readdirSync(run)) rmSync(join(run, name), { recursive: true });
    cpSync(whole, run, { recursive: true });
    // Nobody answers before the run says that it waits.
    if (!kinds.slice(0, kept).includes("run_finished")) rmSync(join(run, "decisions"), { recursive: true });
    writeFileSync(join(run, "events.jsonl"), `${lines.slice(0, kept).join("\n")}\n`);
    // An exchange is on disk before its event.
    const paid = kinds.slice(0, kept + 1).filter((kind) => kind === "model_answered").length;
    const exchanges = readFileSync(join(whole, "exchanges.jsonl"), "utf8").split("\n").slice(0, paid);
    writeFileSync(join(run, "exchanges.jsonl"), exchanges.map((line) => `${line}\n`).join(""));
    const before = live.server.requests.length;
    let ended = JSON.parse((await live.llmch(["resume", id, "--json"])).stdout);
    if (ended.exit_code === 6) {
      const open: readonly { readonly id: string }[] = ended.needs;
      for (const need of open) ended = JSON.parse((await answer(need.id)).stdout);
    }
    expect([kept, ended.exit_code, ended.errors]).toEqual([kept, 0, []]);
    expect(live.server.requests.length - before).toBe(2 - paid);
    expect(answersIn(run)).toEqual(["Francs.", "None."]);
    expect(readFileSync(join(run, "output/WORK_ORDERS_MANIFEST.json"), "utf8")).toBe(manifest);
  }
});
