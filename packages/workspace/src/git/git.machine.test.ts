import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveProgram } from "@llmch/process";
import { processesWith, temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createGit, type GitPlace } from "./git.ts";
import { openRepository } from "./open-repository.ts";

describe("what people ask", () => {
  const view = () => ({ settings: [], commonDir: null });
  const gitOf = (script: string, more: Partial<GitPlace> = {}) => {
    const { path, remove } = temporaryFolder();
    onTestFinished(remove);
    const program = join(path, "a git");
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return createGit({ program, directory: "/", notFrom: [], env: { PATH: process.env.PATH }, view, ...more });
  };
  const asked = (script: string, more?: Partial<GitPlace>, signal?: AbortSignal) =>
    gitOf(script, more).ask((people) => people.raw("version"), signal);

  test.each([
    ["echo one", { ok: true, value: "one\n" }],
    ["exit 1", { ok: true, value: "" }],
    ["echo half; exit 2", { ok: false, issues: [""] }],
    ["echo half; kill -9 $$", { ok: false, issues: [""] }],
    ["echo bad >&2; exit 1", { ok: false, issues: ["bad"] }],
    ["exec /no/such/program", { ok: false, issues: [expect.stringContaining("/no/such/program")] }],
  ])("is answered if git answers: %s", async (script, answer) => {
    expect(await asked(script)).toEqual(answer);
  });

  test("reaches git in the same neutral environment as every call, without a key of this process or of the user", async () => {
    vi.stubEnv("CANARY_API_KEY", "canary");
    onTestFinished(() => void vi.unstubAllEnvs());
    const env = {
      PATH: process.env.PATH,
      OPENAI_API_KEY: "canary",
      GH_TOKEN: "canary",
      GIT_DIR: "/canary",
      EDITOR: "mine",
    };
    const settings = [["core.hooksPath", "/dev/null"]] as const;
    const told = await asked("env", { env, view: () => ({ settings, commonDir: null }) });
    const value = told.ok ? told.value : "";
    expect(value).not.toContain("canary");
    for (const line of [
      "EDITOR=mine",
      "GIT_CONFIG_VALUE_0=/dev/null",
      "GIT_ALLOW_PROTOCOL=none",
      "GIT_TERMINAL_PROMPT=0",
    ])
      expect(value).toContain(`${line}\n`);
  });

  test("is allowed whatever the user's own variables name, and runs none of it", async () => {
    const { path, folder, remove } = throwawayRepo({ "a.txt": "1" });
    onTestFinished(remove);
    const settings = [
      "alias.version",
      "core.pager",
      "credential.helper",
      "diff.external",
      "gpg.program",
      "url.x.insteadOf",
    ];
    const variables = settings.flatMap((name, at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, `!touch '${folder}/ran'`],
    ]);
    const named = { GIT_SSH_COMMAND: "ssh -v", GIT_ASKPASS: "ask", PAGER: "less", VISUAL: "vi", SSH_ASKPASS: "ask" };
    const env = { ...process.env, ...named, ...Object.fromEntries(variables), GIT_CONFIG_COUNT: `${settings.length}` };
    const opened = await openRepository(path, env);
    const git = opened.ok ? opened.value.git : null;
    expect(await git?.ask((people) => people.log({ maxCount: 1 }))).toMatchObject({ ok: true, value: { total: 1 } });
    writeFileSync(join(path, "a.txt"), "2");
    expect(await git?.ask((people) => people.diff(["--no-ext-diff"]))).toMatchObject({
      value: expect.stringContaining("+2"),
    });
  });

  test("starts nothing that comes from the repo", async () => {
    const { path, remove } = throwawayRepo();
    onTestFinished(remove);
    const program = join(path, "git");
    writeFileSync(program, "#!/bin/sh\necho ran\n", { mode: 0o755 });
    const told = await asked("", { program, notFrom: [path] });
    expect(told).toEqual({ ok: false, issues: ["it comes from the repo"] });
  });

  test("is cut with all that it started, though that takes no interrupt", async () => {
    const mark = `mark-${process.pid}-${performance.now()}`;
    const stop = new AbortController();
    const left = `sh -c 'trap "" INT; sleep 600; :' ${mark}`;
    const told = asked(`trap '' INT; setsid ${left} & ${left}`, {}, stop.signal);
    await expect.poll(() => processesWith(mark).length).toBeGreaterThan(1);
    stop.abort();
    expect(await told).toEqual({ ok: false, issues: ["interrupted"] });
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });
});

test("a call with more arguments than the system takes is a result", async () => {
  const program = resolveProgram("git", { path: process.env.PATH ?? "", cwd: "/" }) ?? "";
  const view = { settings: [], commonDir: null };
  const git = createGit({ program, directory: "/", notFrom: [], env: process.env, view: () => view });
  const tooLong = ["rev-parse", "--sq-quote", "x".repeat(3_000_000)];
  expect(await git.run(tooLong)).toMatchObject({ exitCode: null });
  const long = Array.from({ length: 2_000 }, (_, index) => `it's ${index}`);
  const quoted = await git.run(["rev-parse", "--sq-quote", ...long]);
  expect(quoted.stdout.toString()).toBe(` ${long.map((each) => `'${each.replace("'", "'\\''")}'`).join(" ")}\n`);
});
