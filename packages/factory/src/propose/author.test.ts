import { type Proposal, repoPath } from "@llmch/contract";
import { answerOf, objectionOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { accepted, createRedactor, sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import type { Author, Authored, AuthorQuestion } from "../job/author.ts";
import { carryOut } from "../order.ts";

const GREET = { "greet.js": "export const greet = 0;\n" };
const GOOD = answerOf({ "greet.js": "export const greet = 1;\n" }, GREET);

/** An author that answers with a text, if the question accepts it. */
const author = (
  work: (question: AuthorQuestion) => Promise<Authored>,
  isAsked: Author["isAsked"] = "always",
): Author & { readonly asked: AuthorQuestion[] } => {
  const asked: AuthorQuestion[] = [];
  return {
    asked,
    isAsked,
    work: async (question) => {
      asked.push(question);
      return work(question);
    },
  };
};

const answering =
  (text: string) =>
  async ({ judge }: AuthorQuestion): Promise<Authored> => {
    const answer = judge(text);
    return answer.ok
      ? { kind: "answered", answer: answer.value, text }
      : { kind: "stuck", why: answer.issues.join("; "), isLast: true };
  };

const carry = async (options: SceneOptions, ...[by]: readonly Author[]) => {
  const scene = orderScene({ maxAttempts: 3, ...options });
  const ports = by === undefined ? scene.ports : { ...scene.ports, author: by };
  return { outcome: await carryOut(scene.job, ports), scene };
};

test("an author's answer goes through the gates, and no other question is asked", async () => {
  const by = author(answering(GOOD));
  const { outcome, scene } = await carry({ files: GREET }, by);
  expect(outcome.kind).toBe("candidate");
  expect(scene.ports.model.requests).toEqual([]);
  expect(by.asked[0]).toMatchObject({ at: { attempt: 1, turn: 1 }, allowed: [repoPath("greet.js")] });
  expect([...scene.ports.ledger.artifacts.keys()]).toEqual(
    expect.arrayContaining([
      "attempt_1/se_prompt.txt",
      "attempt_1/raw_llm_response.json",
      "attempt_1/proposed_writes.json",
    ]),
  );
});

test("an author for `if-needed` is asked only if the prompt does not show everything that the order names in full", async () => {
  const large = { "greet.js": `${"// a line of it\n".repeat(400)}export const greet = 0;\n` };
  const change: Proposal = {
    summary: "Greet.",
    writes: [
      {
        kind: "edits",
        path: "greet.js",
        base_sha256: sha256Hex(large["greet.js"]),
        edits: [{ find: "greet = 0", replace: "greet = 1" }],
      },
    ],
  };
  const [write] = change.writes;
  const text = JSON.stringify({ summary: change.summary, writes: [{ ...write, kind: undefined }] });
  const small = author(answering(text), "if-needed");
  await carry({ files: GREET, replies: [GOOD] }, small);
  expect(small.asked).toEqual([]);
  const needed = author(answering(text), "if-needed");
  const settings = { wholeFileBytes: 1024, fileBytes: 2048 };
  const { outcome } = await carry({ files: large, settings }, needed);
  expect(needed.asked).toHaveLength(1);
  expect(outcome.kind).toBe("candidate");
});

test("files that are too large for the prompt do not stop an author with tools", async () => {
  const files = { "a.js": "// a\n".repeat(300), "greet.js": "// b\n".repeat(200), "c.js": "// c\n".repeat(100) };
  const order = { allowed_files: ["a.js", "c.js", "greet.js"] };
  const settings = { fileBytes: 2000 };
  const text = answerOf({ "greet.js": "export const greet = 1;\n" }, files);
  const by = author(answering(text));
  const { outcome } = await carry({ files, order, settings }, by);
  expect(outcome.kind).toBe("candidate");
  const prompt = by.asked[0]?.opening.map(({ content }) => content).join("") ?? "";
  expect(prompt).toContain("a.js (1500 bytes, too many to be shown here");
  expect(prompt).not.toContain("// a\n// a\n");
  expect(prompt).toContain(files["greet.js"]);
  expect(prompt).toContain(files["c.js"]);
  const ifNeeded = author(answering(text), "if-needed");
  expect((await carry({ files, order, settings }, ifNeeded)).outcome.kind).toBe("candidate");
  expect(ifNeeded.asked).toHaveLength(1);
  const { outcome: without } = await carry({ files, order, settings });
  expect(without).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
});

test("what people wrote for agents is in the prompt, as data: of the root, and the nearest of what may be written", async () => {
  const files = {
    "AGENTS.md": "Root.",
    "src/AGENTS.md": "Of src.",
    "lib/AGENTS.md": "Of lib.",
    "src/greet.js": "// b\n",
  };
  const by = author(answering(answerOf({ "src/greet.js": "export const greet = 1;\n" }, files)));
  await carry({ files, order: { allowed_files: ["src/greet.js"], postconditions: [] } }, by);
  const prompt = by.asked[0]?.opening.map(({ content }) => content).join("") ?? "";
  expect(prompt).toMatch(/## What people wrote for agents[\s\S]+Root\.[\s\S]+Of src\./);
  expect(prompt).not.toContain("Of lib.");
});

test("if files that an answer asks for cannot be shown, an author reads them in the next turn", async () => {
  const by = author(answering(GOOD), "if-needed");
  const replies = [objectionOf({ reason: "Where is it?", needs: ["src/lost.js"] })];
  const { outcome } = await carry({ files: GREET, replies }, by);
  expect(by.asked.map(({ at }) => at)).toEqual([{ attempt: 1, turn: 2 }]);
  expect(outcome.kind).toBe("candidate");
});

test("an author with tools may not ask for files", async () => {
  const said: (readonly string[])[] = [];
  const by = author(async ({ judge }) => {
    const asking = judge(objectionOf({ reason: "Show it.", needs: ["greet.js"] }));
    if (!asking.ok) said.push(asking.issues);
    return answering(GOOD)({ judge } as AuthorQuestion);
  });
  await carry({ files: GREET }, by);
  expect(said).toEqual([[expect.stringContaining("can be read with the tools")]]);
});

test("running out of turns ends the order, getting stuck otherwise only the attempt", async () => {
  const lasts = [false, true];
  const by = author(async () => ({ kind: "stuck", why: "round in circles", isLast: lasts.shift() ?? true }));
  const { outcome } = await carry({ files: GREET }, by);
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "stuck" } });
  expect(by.asked).toHaveLength(2);
});

test("commands run on a draft in the scratch workspace, with secrets put back; hidden ones never run", async () => {
  const secret = "sk-0123456789abcdef0123456789abcdef";
  const files = { "greet.js": `export const key = "${secret}";\n` };
  const laid: unknown[] = [];
  const scene = orderScene({
    files,
    secrets: [secret],
    order: { acceptance_commands: ["node --check greet.js", { command: "node hidden.js", hidden: true }] },
  });
  const scratch = {
    run: async <Value>(draft: unknown, body: (commands: typeof scene.ports.commands) => Promise<Value>) => {
      laid.push(draft);
      return accepted(await body(scene.ports.commands));
    },
  };
  const ran: unknown[] = [];
  const by = author(async ({ files: shown, checks, judge }) => {
    const path = repoPath("greet.js");
    if (path === null) throw new Error("no path");
    const state = await shown.inspect(path);
    const text = state.kind === "file" ? (state.text ?? "") : "";
    expect(text).not.toContain(secret);
    expect(checks.commands).toEqual([{ name: "acceptance 1", command: "node --check greet.js" }]);
    ran.push(await checks.run("acceptance 1", [{ path, text: `${text}// more\n` }], null));
    ran.push(await checks.run("acceptance 2", [], null));
    ran.push(await checks.run("acceptance 1", [], { name: "adds" }));
    ran.push(await checks.run("acceptance 1", [{ path, text: "[redacted by llmch: 9-00000000]" }], null));
    return answering(objectionOf({ reason: "No.", blocked_by: ["other.js"] }))({ judge } as AuthorQuestion);
  });
  await carryOut(scene.job, { ...scene.ports, redactor: createRedactor([secret]), author: by, scratch });
  expect(laid).toEqual([[expect.objectContaining({ path: "greet.js", kind: "write" })]]);
  expect(ran).toEqual([
    { ok: true, ending: "exit 0", output: "(it printed nothing)" },
    { ok: false, ending: "there is no such command", output: "" },
    { ok: false, ending: expect.stringContaining("leave `test` and `tests` out"), output: "" },
    { ok: false, ending: expect.stringContaining("greet.js holds"), output: "" },
  ]);
});

test.each([
  ["node --test", "adds", null, ["node", "--test", "--test-name-pattern=adds"]],
  ["npm test", "adds", "jest", ["npm", "test", "--", "--testNamePattern=adds"]],
  ["npm test", "adds", "make all", null],
])("a single test of %s is run: %s", async (command, name, script, argv) => {
  const files = { "greet.js": "", "package.json": JSON.stringify({ scripts: { test: "make" } }) };
  const scene = orderScene({ files, order: { acceptance_commands: [command] } });
  const { commands } = scene.ports;
  const scratch = {
    run: async <Value>(_: unknown, body: (within: typeof commands) => Promise<Value>) => accepted(await body(commands)),
  };
  const path = repoPath("package.json");
  const draft = path === null || script === null ? [] : [{ path, text: JSON.stringify({ scripts: { test: script } }) }];
  const endings: string[] = [];
  const by = author(async ({ checks, judge }) => {
    const { ending } = await checks.run(checks.commands.find((each) => each.command === command)?.name ?? "", draft, {
      name,
    });
    endings.push(ending);
    return answering(objectionOf({ reason: "No.", blocked_by: ["other.js"] }))({ judge } as AuthorQuestion);
  });
  await carryOut(scene.job, { ...scene.ports, author: by, scratch });
  expect(commands.ran.map((each) => each.argv)).toEqual(argv === null ? [] : [argv]);
  expect(endings.join()).toContain(argv === null ? "its tests cannot be run alone" : "exit 0");
});

test("a retry with tools begins with the draft of the last attempt, and is shown what it changed", async () => {
  const files = { "greet.js": "// one\n// two\n", "gone.js": "// gone\n" };
  const order = { allowed_files: ["greet.js", "gone.js"], postconditions: [] };
  const text = JSON.stringify({
    summary: "made",
    writes: [
      { path: "greet.js", base_sha256: sha256Hex(files["greet.js"]), edits: [{ find: "// two", replace: "// 2" }] },
      { path: "gone.js", base_sha256: sha256Hex(files["gone.js"]), delete: true },
    ],
  });
  const by = author(answering(text));
  await carry({ files, order, commands: { "node --check greet.js": [{ exitCode: 1 }, {}] } }, by);
  expect(by.asked.map(({ draft }) => draft)).toEqual([
    [],
    [
      { path: "greet.js", text: "// one\n// 2\n", executable: false },
      { path: "gone.js", text: null },
    ],
  ]);
  const opening = by.asked[1]?.opening.map(({ content }) => content).join("") ?? "";
  expect(opening).toContain("-// two\n+// 2\n");
  expect(opening).toContain("--- gone.js\n+++ (deleted)\n");
  expect(opening).toContain("`begin_anew` takes all of it back");
  expect(opening).not.toContain("You cannot run anything");
});

test("what builds the repo runs before a check, as when work is judged; tests do not", async () => {
  const commands = ["cmake -S . -B build", "cmake --build build", "ctest --test-dir build"];
  const scene = orderScene({
    files: { "greet.js": "" },
    order: { acceptance_commands: [...commands, "./build/greet"] },
  });
  const { commands: within } = scene.ports;
  const scratch = {
    run: async <Value>(_: unknown, body: (given: typeof within) => Promise<Value>) => accepted(await body(within)),
  };
  const by = author(async ({ checks, judge }) => {
    await checks.run("acceptance 4", [], null);
    return answering(objectionOf({ reason: "No.", blocked_by: ["other.js"] }))({ judge } as AuthorQuestion);
  });
  await carryOut(scene.job, { ...scene.ports, author: by, scratch });
  expect(within.ran.map(({ argv }) => argv.join(" "))).toEqual([commands[0], commands[1], "./build/greet"]);
});
