import { CATALOGUE } from "@llmch/app";
import { settingList } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { parseCommandLine } from "./parse.ts";
import { SETTING_FLAGS } from "./setting-flags.ts";

test.each([
  [["run-all", "wo", "--renderer", "dull"], /Allowed choices are auto, live, log, json$/],
  [["graph", "a", "b"], /Expected 1 argument but got 2$/],
  [["plan", "--llm-model=m"], /^unknown option '--llm-model=m' \(Did you mean --model\?\)$/],
  [["run-all", "wo", "--candidates=3"], /^there is no --candidates any more$/],
  [["resume", "01M8", "--approve"], /^there is no --approve any more$/],
  [["resume", "--answer", "id=yes"], /^there is no --answer any more$/],
  [["resume", "--list"], /^there is no --list any more$/],
  [["plan", "spec.txt", "--print-summary"], /^there is no --print-summary any more$/],
  [["runs", "--prune", "--older-than", "8w"], /^there is no --prune any more$/],
  [["prune", "--older-than", "8w"], /^there is no prune any more$/],
  [["audit", "--sequential"], /^there is no --sequential any more$/],
  [["plan", "--max-attempts", "0"], /is invalid\. .*\d$/],
])("the error for %j has no full stop: the hint follows", async (argv, message) => {
  expect(await parseCommandLine(argv, "1")).toMatchObject({
    kind: "usage",
    refusal: { message: expect.stringMatching(message) },
  });
});

const RUN = "run --work-order wo/WO-01.json";
test.each([
  ["apply", /^there is no command apply$/],
  ["help status", /^there is no command status$/],
  ["deploy", /unknown command 'deploy'/],
  ["help deploy", /^unknown command 'deploy'$/],
  ["help shwo", /^unknown command 'shwo' \(Did you mean show\?\)$/],
  ["run", /^no work order is given: name its file after run$/],
  ["run-all wo --workdir other", /different directories/],
  ["plan a.txt --spec b.txt", /the argument and --spec name different specs: give one/],
  ["run a.json --work-order b.json", /the argument and --work-order name different orders: give one/],
  ["plan", /^no spec is given: name its file after plan, or `-` for standard input$/],
  ["run-all wo other", /too many arguments/],
  [`${RUN} --frobnicate`, /unknown option '--frobnicate'/],
  ["run-all wo --work-order wo/WO-01.json", /unknown option '--work-order'/],
  ["run-all wo --max-attempts 0", /--max-attempts .*'0' is invalid/],
  [`${RUN} --max-attempts two`, /--max-attempts .*'two' is invalid/],
  [`${RUN} --timeout-seconds -1`, /--timeout-seconds .*'-1' is invalid/],
  [`${RUN} --llm-temperature 2.5`, /--llm-temperature .*'2.5' is invalid/],
  [`${RUN} --budget -1`, /--budget .*'-1' is invalid/],
  [`${RUN} --branch=`, /--branch .* is invalid/],
  [`${RUN} --replay`, /'--replay <file>' argument missing/],
])("`%s` is a usage error", async (line, message) => {
  expect(await parseCommandLine(line.split(" "), "1")).toMatchObject({
    kind: "usage",
    refusal: { code: "usage", message: expect.stringMatching(message) },
  });
});

test("--model names the command's model, whichever role it asks", async () => {
  const given = async (line: string) => {
    const parsed = await parseCommandLine(line.split(" "), "1");
    return parsed.kind === "invocation" ? parsed.invocation.given : parsed;
  };
  expect(await given("run-all wo --model m")).toEqual(await given("run-all wo --llm-model m"));
  expect(await given("run-all wo --model m")).toMatchObject({ "factory.model": ["m"] });
  expect(await given("plan a.txt --model m")).toMatchObject({ "planner.model": ["m"] });
});

test("--goal may be given several times, each with its own commas", async () => {
  const line = ["build", "--goal", "node a.js 1,2", "--goal", "npm test"];
  expect(await parseCommandLine(line, "1")).toMatchObject({
    invocation: { request: { goal: ["node a.js 1,2", "npm test"] } },
  });
  expect(await parseCommandLine(["build", "--goal", " "], "1")).toMatchObject({ kind: "usage" });
});

test("config takes a setting or a section, with and without get", async () => {
  const named = async (line: string) => {
    const parsed = await parseCommandLine(line.split(" "), "1");
    return parsed.kind === "invocation" ? parsed.invocation.request.setting : parsed;
  };
  expect(await Promise.all(["config budget", "config get budget", "config"].map(named))).toEqual([
    "budget",
    "budget",
    undefined,
  ]);
  expect(await named("config get")).toMatchObject({ kind: "usage" });
  expect(await named("config a b")).toMatchObject({ kind: "usage" });
});

test("a spec and an order are given as the argument or by a flag", async () => {
  const read = async (line: string) => {
    const parsed = await parseCommandLine(line.split(" "), "1");
    return parsed.kind === "invocation" ? parsed.invocation.request : parsed;
  };
  expect(await read("plan a.txt")).toMatchObject({ spec: "a.txt" });
  expect(await read("plan --spec a.txt a.txt")).toMatchObject({ spec: "a.txt" });
  expect(await read("plan - --no-repo")).toMatchObject({ spec: "-", repo: false });
  expect(await read("run wo/WO-01.json")).toMatchObject({ order: "wo/WO-01.json" });
});

test.each(CATALOGUE.map(({ name }) => name))(
  "the help of %s shows defaults, but not that flags are off",
  async (command) => {
    const parsed = await parseCommandLine([...command.split(" "), "--help-all"], "1");
    const text = parsed.kind === "text" ? parsed.text.replace(/\s+/g, " ") : "";
    expect(text).toContain("--json one JSON document on stdout, everything else on stderr -");
    expect(text).not.toContain("default: false");
    const said = parsed.kind === "text" ? parsed.text : "";
    expect(said).toMatch(/\nExamples:\n( {2}llmch .*\n){2}\nExit codes: 0 .*\nMore: https:.*\n$/);
    for (const [, example = ""] of said.matchAll(/^ {2}llmch ([^<>\n]*)/gm)) {
      const words = example.trim().match(/"[^"]*"|\S+/g) ?? [];
      const argv = words.map((word) => word.replaceAll('"', ""));
      expect(await parseCommandLine(argv, "1")).toMatchObject({ kind: "invocation" });
    }
    if (command === "run") expect(text).toContain("(default: 600)");
  },
);

test("every setting flag belongs to a command", async () => {
  const helps = await Promise.all(["plan", "run-all"].map((command) => parseCommandLine([command, "--help-all"], "1")));
  const text = helps.map((parsed) => (parsed.kind === "text" ? parsed.text : "")).join("\n");
  const flags = settingList().flatMap(({ flag }) => (flag === null ? [] : [flag]));
  expect(flags.filter((flag) => !text.includes(flag))).toEqual([]);
});

test.each([
  [["plan", "--spec", "s", "--budget", "none"], { "budget.usd": null }],
  [
    ["plan", "--spec", "s", "--reasoning-effort", "none", "--max-tokens", "5"],
    { "planner.reasoning_effort": null, "budget.tokens": 5 },
  ],
  [
    ["run-all", "wo", "--llm-temperature", "none", "--llm-model", "a,b"],
    { "factory.temperature": null, "factory.model": ["a", "b"] },
  ],
  [["run-all", "wo", "--llm-model", "replay:r", "--replay-strict"], { "factory.model": ["replay:r"] }],
  [["resume", "--max-minutes", "none"], { "budget.minutes": null }],
  [["run-all", "wo"], {}],
])("the settings of %j", async (argv, given) => {
  const parsed = await parseCommandLine(argv, "1");
  expect(parsed.kind === "invocation" ? parsed.invocation.given : null).toEqual(given);
});

test.each<[string, object]>([
  ["approve", { decision: "approve" }],
  ["WO-01 approve", { run: "WO-01", decision: "approve" }],
  ["01M8 WO-01 reject no", { run: "01M8", id: "WO-01", decision: "reject", text: "no" }],
  ["--no-resume 01M8 reject approve", { run: "01M8", decision: "reject", text: "approve", resume: false }],
  ["answer yes --sha256 ab", { decision: "answer", text: "yes", sha256: "ab" }],
])("decide %s", async (words, request) => {
  expect(await parseCommandLine(`decide ${words}`.split(" "), "1.2.3")).toMatchObject({
    kind: "invocation",
    invocation: { request },
  });
});

test.each(["", " WO-01", " a b c approve", " approve a b", " approve  "])("decide%s is refused", async (words) => {
  expect(await parseCommandLine(`decide${words}`.split(" "), "1.2.3")).toMatchObject({ kind: "usage" });
});

test("submit takes each command that makes a run, with its flags, and those of the queue before or after it", async () => {
  const parsed = (line: string) => parseCommandLine(line.split(" "), "1");
  const now = await parsed("plan spec.txt --repo app --budget 2 --quiet");
  const later = await parsed("submit --data d --quiet plan spec.txt --dedup-key k --repo app --budget 2");
  if (now.kind !== "invocation" || later.kind !== "invocation") throw new Error("it was not understood");
  expect(now.invocation.queued).toBe(null);
  const { renderer: _, ...shown } = now.invocation.shown;
  expect(later.invocation).toEqual({ ...now.invocation, shown, queued: { data: "d", dedupKey: "k" } });
  for (const { name, makes } of CATALOGUE) {
    const help = await parsed(`submit ${name} --help-all`);
    const text = "text" in help ? help.text : "";
    const isTaken = text.startsWith(`Usage: llmch submit ${name} `);
    expect({ name, isTaken }).toEqual({ name, isTaken: makes !== null });
    for (const flag of ["--artifacts-dir", "--dry-run", "--yes"])
      expect(text).not.toMatch(new RegExp(`^ +${flag}`, "m"));
  }
  expect(await parsed("submit biuld x")).toMatchObject({
    refusal: { message: "unknown command 'biuld' (Did you mean build?)", hint: "see `llmch submit --help`" },
  });
});

test("a flag before a subcommand counts as one after it", async () => {
  for (const line of ["plan --repo a show --json", "plan show --repo a --json", "plan --json show --repo a"])
    expect(await parseCommandLine(line.split(" "), "1")).toMatchObject({
      invocation: { operation: "plan show", request: { repo: "a" }, shown: { json: true } },
    });
});

test("serve takes several repos, and any port", async () => {
  expect(await parseCommandLine("serve --repo a --port 0 --repo b".split(" "), "1")).toMatchObject({
    kind: "serving",
    serving: { server: "page", repo: ["a", "b"], port: 0, slots: 2, link: false },
  });
  for (const line of ["serve --port 65536", "serve --slots 0", "serve --data="])
    expect(await parseCommandLine(line.split(" "), "1")).toMatchObject({ kind: "usage" });
});

test("--max-attempts is about the orders of a build, not about the plans of its windows", () => {
  const given = (name: string) => {
    const entry = CATALOGUE.find((each) => each.name === name);
    return entry === undefined ? null : SETTING_FLAGS.given({ maxAttempts: { read: 1 } }, entry);
  };
  expect(given("build")).toEqual({ "factory.max_attempts": 1 });
  expect(given("plan")).toMatchObject({ "planner.max_attempts": 1 });
});
