import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelServer, type ModelServerOptions, serves, startModelServer } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import type { Finished } from "../command-line.ts";
import { samplePlan } from "../plan/sample-plan.ts";
import { createScene, filesBelow, GIT_ENVIRONMENT, readJsonFile, type Scene } from "../scene.ts";

/** Looks different in a URL, and in each kind of base64. */
const KEY = "sk-canary+5f0e/7a1b==9c3d?>2468";
const BASE64 = Buffer.from(KEY).toString("base64");
const AS_USER = Buffer.from(`user:${KEY}`);
/** The forms of the key; each holds only characters that the key determines. */
const FORMS = [
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString("hex"),
  BASE64.slice(0, -4),
  AS_USER.toString("base64").slice(8, -4),
  AS_USER.toString("base64url").slice(8, -4),
];
const PRINTS_ALL_FORMS = `node -e "${[
  `const key = Buffer.from('${KEY}')`,
  "const user = Buffer.concat([Buffer.from('user:'), key])",
  "console.log(key + '', encodeURIComponent(key), key.toString('hex'), key.toString('base64'))",
  "console.error(user.toString('base64'), user.toString('base64url'))",
].join(";")}"`;

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** The environment of a live run against a scripted server, and what the server saw. */
const live = async (script: ModelServerOptions) => {
  const server = await startModelServer(script);
  servers.push(server);
  return { server, env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url } };
};

/** Everything readable that a run leaves: files, git's objects and names, output. */
const traces = (
  scene: Scene,
  printed: readonly Finished[],
  folders: readonly string[],
): ReadonlyMap<string, string> => {
  const files = folders.flatMap((folder) => filesBelow(folder).map((path) => join(folder, path)));
  const objects = execFileSync("git", ["cat-file", "--batch-all-objects", "--batch"], {
    cwd: scene.repo,
    env: GIT_ENVIRONMENT,
    encoding: "latin1",
  });
  return new Map([
    ...files.map((file) => [file, readFileSync(file, "latin1")] as const),
    ["objects", objects],
    ["refs", scene.git("for-each-ref")],
    ...printed.flatMap(({ stdout, stderr }, index) => [
      [`stdout ${index}`, stdout] as const,
      [`stderr ${index}`, stderr] as const,
    ]),
  ]);
};

const holders = (found: ReadonlyMap<string, string>): readonly string[] =>
  [...found].flatMap(([name, text]) => (FORMS.some((form) => text.includes(form)) ? [name] : []));

test("a plan shows the key nowhere, whatever the server and the model say", async () => {
  const scene = createScene();
  const plan = samplePlan();
  const leaking = { ...plan, system_overview: [`The key is ${KEY}, or ${BASE64}.`] };
  const reasoning = ["I know the key: ", KEY.slice(0, 11), `${KEY.slice(11)}, or `, BASE64];
  const { env } = await live({
    responses: [
      serves.status(500, { message: `no: ${"x".repeat(280)} ${KEY}` }),
      serves.answers(`not JSON: ${KEY} ${encodeURIComponent(KEY)}`, { reasoning }),
      serves.answers(JSON.stringify(leaking), { reasoning }),
    ],
  });
  const outdir = join(scene.root, "plan");
  const argv = ["plan", "--spec", "-", "--outdir", outdir, "--artifacts-dir", scene.artifacts];
  const finished = await scene.llmch(argv, { env, input: `Build it. The key is ${KEY}.\n` });
  expect(finished).toMatchObject({ code: 0 });
  const found = traces(scene, [finished], [scene.artifacts, outdir]);
  expect(holders(found)).toEqual([]);
  expect(finished.stderr).toContain("I know the key: [redacted by llmch], or [redacted by llmch]");
  expect(found.get(join(outdir, "WORK_ORDERS_MANIFEST.json"))).toContain(
    "The key is [redacted by llmch], or [redacted by llmch]",
  );
});

test("a run that passes shows the key nowhere: no artifact, object, prompt or line; an answer that holds it is refused", async () => {
  const scene = createScene({ files: { "README.md": "# Target\n" } });
  scene.order({ title: `Greet ${KEY}`, acceptance_commands: [PRINTS_ALL_FORMS, `grep -q better greet.js`] });
  const { server, env } = await live({
    chat: [
      serves.answers(scene.answer({ "greet.js": `// better: ${KEY} ${BASE64}\n` })),
      serves.answers(scene.answer({ "greet.js": "// worse\n" })),
      serves.answers(scene.answer({ "greet.js": "// better\n" })),
    ],
  });
  const out = join(scene.root, "copy");
  const argv = ["run", "--work-order", join(scene.orders, "WO-01.json"), "--repo", scene.repo, "--branch", "work"];
  const flags = ["--artifacts-dir", scene.artifacts, "--out", out, "--verbose"];
  const finished = await scene.llmch([...argv, ...flags], { env });
  expect(finished).toMatchObject({ code: 0 });
  const found = traces(scene, [finished], [scene.artifacts, out]);
  expect(holders(found)).toEqual([]);
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(KEY);
  expect(scene.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet [redacted by llmch]");
  const run = scene.runs()[0] ?? "";
  expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({
    stage: "llm_output_invalid",
    primary_error_excerpt: expect.stringMatching(/^greet.js: `\[redacted by llmch\]` stands for no secret/),
  });
  expect(scene.git("show", "work:greet.js")).toBe("// better");
  expect(finished.stdout).toContain("Greet [redacted by llmch]");
  expect(found.get(join(run, "attempt_2/acceptance_0_stdout.txt"))).toMatch(
    /^(?:\[redacted by llmch\] ?){3}\[redacted by llmch\]/,
  );
});

test("a secret in a rewritten file stays there, byte for byte, and is in no record, nor in a replay or an audit", async () => {
  const secret = "devpassword1";
  const config = `# not ${secret}!\nUSER=me\nPASSWORD=${secret}\nURL=postgres://me:${secret}@db\n`;
  const scene = createScene({ files: { "app.env": config, "old.env": `A=${secret}\nB=1\n` } });
  scene.order({ allowed_files: ["app.env", "old.env"], postconditions: [], acceptance_commands: ["cat app.env"] });
  const answer = (prompt: string) => {
    const shown = (path: string) =>
      /^.*\n([\s\S]*?)--- end/.exec(prompt.split(`--- begin ${path}`)[1] ?? "")?.[1] ?? "";
    const [line = ""] = shown("old.env").split("\n");
    const proposal = JSON.parse(
      scene.answer({ "app.env": shown("app.env").replace("USER=me", "USER=you"), "old.env": "" }),
    );
    const [, { content: _, ...old }] = proposal.writes;
    const edited = { ...old, edits: [{ find: `${line}\nB=1`, replace: `B=2\n${line}` }] };
    return JSON.stringify({ ...proposal, writes: [proposal.writes[0], edited] });
  };
  const { server, env } = await live({ chat: [(turn) => serves.answers(answer(turn.request.prompt))(turn)] });
  const asked = { env: { ...env, DB_PASSWORD: secret } };
  const argv = ["run-all", scene.orders, "--repo", scene.repo, "--artifacts-dir", scene.artifacts, "--no-push"];
  const finished = await scene.llmch([...argv, "--branch", "work", "--verbose"], asked);
  expect(finished).toMatchObject({ code: 0 });
  const committed = (branch: string) => [
    scene.git("show", `${branch}:app.env`),
    scene.git("show", `${branch}:old.env`),
  ];
  const whole = [config.replace("USER=me", "USER=you").trimEnd(), `B=2\nA=${secret}`];
  expect(committed("work")).toEqual(whole);
  const holding = (printed: readonly Finished[]) =>
    [...traces(scene, printed, [scene.artifacts])].flatMap(([name, text]) =>
      name !== "objects" && text.includes(secret) ? [name] : [],
    );
  expect(holding([finished])).toEqual([]);
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(secret);

  const audited = await scene.llmch([
    ...["audit", "--branch", "work", "--repo", scene.repo, "--artifacts-dir", scene.artifacts],
  ]);
  expect(audited).toMatchObject({ code: 0, stderr: "" });

  // For a reader a secret that stays is no change.
  const report = join(scene.root, "report.html");
  const reported = await scene.llmch(["report", "--artifacts-dir", scene.artifacts, "--out", report], {
    env: { DB_PASSWORD: secret },
  });
  expect(reported).toMatchObject({ code: 0 });
  const page = readFileSync(report, "utf8");
  expect(page).not.toContain(secret);
  expect(page).toContain("PASSWORD=[redacted by llmch]");
  expect(page).not.toMatch(/<del[^>]*>[^<]*PASSWORD/);

  const record = join(scene.runs()[0] ?? "", "exchanges.jsonl");
  const replay = [...argv, "--replay", record, "--max-attempts", "1"];
  const again = await scene.llmch([...replay, "--replay-strict", "--branch", "again"], {
    env: { DB_PASSWORD: secret },
  });
  expect(again).toMatchObject({ code: 0 });
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "work^{tree}"));
  const without = await scene.llmch([...replay, "--branch", "without"], { env: {} });
  expect(without).toMatchObject({ code: 1 });
  expect(without.stdout + without.stderr).toContain("stands for no secret that is known here");
  expect(scene.git("branch", "--list", "without")).toBe("");
});

test("an order that fails shows the key in no brief, verdict or JSON document", async () => {
  const scene = createScene();
  scene.order({ title: KEY, acceptance_commands: [`sh -c 'echo "fatal: ${KEY} ${BASE64}" >&2; exit 1'`] });
  const { env } = await live({ chat: [serves.answers(scene.answer({ "greet.js": "1\n" }))] });
  const argv = ["run-all", scene.orders, "--repo", scene.repo, "--artifacts-dir", scene.artifacts];
  const flags = ["--max-attempts", "1"];
  const text = await scene.llmch([...argv, ...flags], { env });
  const document = await scene.llmch([...argv, ...flags, "--json"], { env });
  expect([text.code, document.code]).toEqual([1, 1]);
  expect(holders(traces(scene, [text, document], [scene.artifacts]))).toEqual([]);
  expect(JSON.parse(document.stdout)).toMatchObject({
    ok: false,
    errors: [
      { code: "acceptance_failed", message: expect.stringContaining("fatal: [redacted by llmch] [redacted by llmch]") },
    ],
  });
});

test("a server that echoes the key in its refusal is quoted without it", async () => {
  const scene = createScene();
  scene.order();
  const refusal = serves.status(401, { message: `Incorrect API key: ${KEY}`, headers: { "x-key": BASE64 } });
  const { env } = await live({ chat: [refusal] });
  const argv = ["run-all", scene.orders, "--repo", scene.repo, "--artifacts-dir", scene.artifacts, "--json"];
  const finished = await scene.llmch(argv, { env });
  expect(finished.code).toBe(3);
  expect(holders(traces(scene, [finished], [scene.artifacts]))).toEqual([]);
  expect(finished.stdout).toContain("Incorrect API key: [redacted by llmch]");
});

test("refusals do not show the key", async () => {
  const scene = createScene();
  const argv = ["run", "--work-order", `${KEY.replaceAll("/", "")}.json`, "--repo", `no/${KEY}`, "--json"];
  const finished = await scene.llmch(argv, { env: { OPENAI_API_KEY: KEY, GITHUB_TOKEN: KEY.replaceAll("/", "") } });
  expect(finished.code).toBe(1);
  expect(`${finished.stdout}${finished.stderr}`).toContain("[redacted by llmch]");
  expect(`${finished.stdout}${finished.stderr}`).not.toMatch(/canary/);
});

test.each(["live", "replay"])(
  "no process that a command can look at has the key in its environment: %s",
  { tags: "linux" },
  async (way) => {
    const scene = createScene();
    const canary = `sk-canary-${randomBytes(8).toString("hex")}`;
    // Assembled at run time, so that the search does not find itself.
    const search = `sh -c 'grep -la "sk-"canary-${canary.slice(10)} /proc/[0-9]*/environ'`;
    const shown = `sh -c 'tr "\\0" "\\n" < /proc/$PPID/environ'`;
    scene.order({ acceptance_commands: [`sh -c '! ${search.slice(7, -1)}'`, shown] });
    const answer = scene.answer({ "greet.js": "1\n" });
    scene.answers({ "WO-01/attempt-1": answer });
    const { env } = await live({ chat: [serves.answers(answer)] });
    const argv = ["run", "--work-order", join(scene.orders, "WO-01.json"), "--repo", scene.repo];
    const flags = ["--artifacts-dir", scene.artifacts, "--no-sandbox"];
    const replay = way === "replay" ? ["--replay", scene.record] : [];
    const { code, stderr } = await scene.llmch([...argv, ...flags, ...replay], {
      process: true,
      env: {
        ...env,
        OPENAI_API_KEY: canary,
        GITHUB_TOKEN: `${canary}-more`,
        DATABASE_URL: `postgres://me:${canary}@localhost/db`,
        LC_CANARY: canary,
      },
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const [run = ""] = scene.runs();
    const environment = readFileSync(join(run, "attempt_1/acceptance_1_stdout.txt"), "utf8");
    expect(environment).toMatch(/^OPENAI_API_KEY=x{26}$/m);
    expect(environment).not.toMatch(/redacted|canary-/);
    expect(readJsonFile(run, "run_summary.json")).toMatchObject({ verdict: "PASS" });
  },
);
