import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Outcome } from "../outcome.ts";
import { claimServer, openServerFolder } from "../queue/server-folder.ts";
import { notify } from "./notify.ts";

const KEY = "sk-canary-5f0e7a1b9c3d2468";
const folder = mkdtempSync(join(tmpdir(), "llmch-notify-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
};
const env = { PATH: process.env.PATH, HOME: folder, DISPLAY: ":7", OPENAI_API_KEY: KEY, SLACK: `x${KEY}`, LC_X: KEY };
const context = { env, cwd: folder, secrets: [KEY] };
const outcome: Outcome = {
  ...{ exitCode: 1, verdict: "FAIL", result: null, runId: "01RUN" },
  paths: { artifacts: "/a/factory/01RUN" },
};
const told = { name: "run-all", outcome, line: `FAIL  1 of 2 orders ${KEY}` };

test("the user's command gets the outcome in its last argument and in variables, and no secret", async () => {
  const file = script("tell", `{ echo "$#" "$1" "$2"; env; } > '${folder}/told'`);
  expect(await notify(`${file} 'to me'`, told, context)).toEqual({ ok: true, value: null });
  const [line, ...variables] = readFileSync(join(folder, "told"), "utf8").trimEnd().split("\n");
  expect(line).toBe("2 to me llmch run-all: FAIL  1 of 2 orders [redacted by llmch]");
  expect(variables).toEqual(
    expect.arrayContaining([
      ...["LLMCH_COMMAND=run-all", "LLMCH_VERDICT=FAIL", "LLMCH_EXIT_CODE=1", "LLMCH_RUN=01RUN", "DISPLAY=:7"],
      "LLMCH_RUN_DIRECTORY=/a/factory/01RUN",
    ]),
  );
  expect(variables.join("\n")).not.toContain(KEY);
});

test("what waits is said with the page of the server that has the job, to a channel and to the desktop", async () => {
  const [data, run] = [join(folder, "data"), "01RUN"];
  openServerFolder(data);
  const claimed = await claimServer(data, 4711);
  const result = { needs: [{ id: "WO-01", what: "may it land" }] };
  const waiting: Outcome = {
    ...outcome,
    exitCode: 6,
    result,
    paths: { artifacts: join(data, "artifacts", "build", run) },
  };
  const said = "llmch build: WAITING; WO-01 waits for you: may it land; http://127.0.0.1:4711/jobs/01RUN";
  const posted: string[] = [];
  const slack = createServer(async (request, response) => {
    for await (const part of request) posted.push(String(part));
    response.statusCode = request.url === "/hook" ? 200 : 404;
    response.end("no_service");
  });
  await once(slack.listen(0, "127.0.0.1"), "listening");
  const address = slack.address();
  const hook = `slack:http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const build = { name: "build", outcome: waiting, line: "WAITING" };
  expect(await notify(`${hook}/hook`, build, context)).toEqual({ ok: true, value: null });
  expect(posted).toEqual([JSON.stringify({ text: said })]);
  expect(await notify(`${hook}/gone`, build, context)).toEqual({ ok: false, issues: ["Slack answered 404"] });
  slack.close();
  if (claimed.ok) claimed.value();
  renameSync(
    script("shows", `echo "$2" > '${folder}/shown'`),
    join(folder, process.platform === "darwin" ? "osascript" : "notify-send"),
  );
  const place = { ...context, cwd: tmpdir(), env: { ...env, PATH: `${folder}:${env.PATH}` } };
  expect(await notify("desktop", build, place)).toEqual({ ok: true, value: null });
  if (process.platform === "linux")
    expect(readFileSync(join(folder, "shown"), "utf8")).toContain("may it land; llmch show 01RUN");
  const closed = await notify(`${hook}/hook`, build, context);
  expect(JSON.stringify(closed)).toMatch(/^(?!.*\/hook).*Slack cannot be reached/);
});

test.each([
  ["nobody/there", /^there is no program nobody\/there$/],
  ["not-a-program-of-anybody", /^there is no program/],
  [() => script("fails", "echo no bus >&2; exit 3"), /fails: no bus$/],
  [() => script("hangs", "sleep 60"), /hangs: no answer within/],
])("a failed notification is reported: %s", async (command, why) => {
  const given = typeof command === "string" ? command : command();
  const ended = await notify(given, told, context, 300);
  expect(ended).toMatchObject({ ok: false, issues: [expect.stringMatching(why)] });
});
