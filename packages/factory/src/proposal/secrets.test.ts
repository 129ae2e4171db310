import { orderScene, type SceneOptions } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { carryOut } from "../order.ts";

const SECRET = "devpassword1";
const OTHER = "pass-word-42";
const FILES = {
  "app.env": `# ${SECRET}\nUSER=me\nPASSWORD=${SECRET}\nKEY=${OTHER}\n`,
  "test.env": `PASSWORD=${OTHER}\n`,
};
const ORDER = { allowed_files: ["app.env", "test.env", "greet.js"], postconditions: [] };
const PLACEHOLDER = /\[redacted by llmch: \d-[0-9a-f]{8}\]/g;

/** The placeholders that the model saw for the file, in file order. */
const shownIn = (prompt: string, path: string): readonly string[] =>
  prompt.split(`--- begin ${path} `)[1]?.split("--- end")[0]?.match(PLACEHOLDER) ?? [];

type Form = { readonly content: string } | { readonly edits: readonly { find: string; replace: string }[] };
const answer = (path: string, form: Form, base: string | null = null): string =>
  JSON.stringify({
    summary: "Change it",
    writes: [{ path, base_sha256: base ?? sha256Hex(FILES[path as keyof typeof FILES] ?? ""), ...form }],
  });

/** The outcomes of answers that may copy what they were shown. */
const carry = async (
  replies: readonly ((app: readonly string[], test: readonly string[]) => string)[],
  options: SceneOptions = {},
) => {
  const scene = orderScene({
    ...{ order: ORDER, files: FILES, secrets: [SECRET, OTHER], maxAttempts: replies.length },
    replies: replies.map(
      (reply) =>
        ({ prompt }: { readonly prompt: string }) =>
          reply(shownIn(prompt, "app.env"), shownIn(prompt, "test.env")),
    ),
    ...options,
  });
  const outcome = await carryOut(scene.job, scene.ports);
  const changes = outcome.kind === "candidate" ? outcome.candidate.changes : [];
  const { requests } = scene.ports.model;
  return {
    outcome,
    written: changes.map((change) => (change.kind === "write" ? Buffer.from(change.content).toString() : null)),
    prompts: requests.map(({ prompt }) => prompt),
    asked: JSON.stringify(requests.map(({ messages }) => messages)),
    kept: JSON.stringify([...scene.ports.ledger.artifacts]),
  };
};

describe("a secret in a file that is written", () => {
  test("is shown as a placeholder, and put back if the answer is a whole file", async () => {
    const { written, prompts, asked, kept } = await carry([
      ([first, again, key]) => answer("app.env", { content: `# ${first}\nUSER=you\nPASSWORD=${again}\nKEY=${key}\n` }),
    ]);
    expect(written).toEqual([FILES["app.env"].replace("me", "you")]);
    const [first = "", again = "", key = ""] = shownIn(prompts[0] ?? "", "app.env");
    expect(again).toBe(first);
    expect(key).not.toBe(first);
    expect(shownIn(prompts[0] ?? "", "test.env")).toEqual([key]);
    expect(prompts[0]).toContain("stands for a secret");
    for (const secret of [SECRET, OTHER]) expect(asked + kept).not.toContain(secret);
    expect(kept).toContain(`PASSWORD=${first}`);
  });

  test("is put back on both sides of edits", async () => {
    const { written } = await carry([
      ([first]) =>
        answer("app.env", {
          edits: [{ find: `USER=me\nPASSWORD=${first}\n`, replace: `PASSWORD=${first}\nOLD=${first}\nUSER=me\n` }],
        }),
    ]);
    expect(written).toEqual([`# ${SECRET}\nPASSWORD=${SECRET}\nOLD=${SECRET}\nUSER=me\nKEY=${OTHER}\n`]);
  });

  test("is put back in a file that builds on an earlier answer, with the same placeholder", async () => {
    const made = FILES["app.env"].replace("me", "you");
    const { written, prompts, asked } = await carry(
      [
        ([first, , key]) => answer("app.env", { content: `# ${first}\nUSER=you\nPASSWORD=${first}\nKEY=${key}\n` }),
        ([first]) =>
          answer("app.env", { edits: [{ find: `PASSWORD=${first}`, replace: `PW=${first}` }] }, sha256Hex(made)),
      ],
      {
        commands: { "node --check greet.js": [{ exitCode: 1 }, {}] },
      },
    );
    expect(written).toEqual([made.replace("PASSWORD", "PW")]);
    expect(shownIn(prompts[1] ?? "", "app.env")).toEqual(shownIn(prompts[0] ?? "", "app.env"));
    expect(asked).not.toContain(SECRET);
  });

  test.each<[string, (app: readonly string[], test: readonly string[]) => string]>([
    ["that is invented", () => answer("app.env", { content: "PASSWORD=[redacted by llmch: 9-0badcafe]\n" })],
    ["without its number", () => answer("app.env", { content: "PASSWORD=[redacted by llmch]\n" })],
    ["that is cut", () => answer("app.env", { content: "PASSWORD=[redacted by llmch: 1\n" })],
    ["of another file", ([first]) => answer("test.env", { content: `PASSWORD=${first}\n` })],
    ["in a new file", ([first]) => answer("greet.js", { content: `greet("${first}")\n` })],
    [
      "of another file, in an edit",
      ([first]) => answer("test.env", { edits: [{ find: "PASSWORD=", replace: `OLD=${first}\nPASSWORD=` }] }),
    ],
  ])("a placeholder %s makes the proposal invalid, and the model learns why", async (_, reply) => {
    const { outcome, prompts } = await carry([reply, reply]);
    expect(outcome).toMatchObject({
      kind: "failed",
      brief: {
        stage: "llm_output_invalid",
        primary_error_excerpt: expect.stringMatching(/redacted by llmch.* stands for no secret/),
      },
    });
    expect(prompts[1]).toContain("stands for no secret");
  });

  test("does not appear in the fault of an edit that does not fit", async () => {
    const { outcome, prompts, kept } = await carry([
      ([first]) => answer("app.env", { edits: [{ find: `PASSWRD=${first}`, replace: "" }] }),
      ([first]) => answer("app.env", { edits: [{ find: `PASSWRD=${first}`, replace: "" }] }),
    ]);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "stale_context" } });
    expect(prompts[1]).toMatch(/\+ .*\[redacted by llmch: 1-/);
    expect(JSON.stringify([outcome, kept])).not.toContain(SECRET);
  });

  test("is not put back if the environment does not have it", async () => {
    const told = await carry([([first]) => answer("app.env", { content: `PASSWORD=${first}\n` })]);
    const [first = ""] = shownIn(told.prompts[0] ?? "", "app.env");
    const { outcome } = await carry([() => answer("app.env", { content: `PASSWORD=${first}\n` })], {
      secrets: [OTHER],
    });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "llm_output_invalid" } });
  });
});

test("a file with a look-alike of a placeholder keeps it, and no other file gets it", async () => {
  const like = "[redacted by llmch: 1-0badcafe]";
  const files = { ...FILES, "app.env": `${FILES["app.env"]}SHOWN=${like}\n` };
  const base = sha256Hex(files["app.env"]);
  const { written, asked } = await carry(
    [([first, , key]) => answer("app.env", { content: `PASSWORD=${first}\nKEY=${key}\nSHOWN=${like}\n` }, base)],
    { files },
  );
  expect(written).toEqual([`PASSWORD=${SECRET}\nKEY=${OTHER}\nSHOWN=${like}\n`]);
  expect(asked).not.toContain(SECRET);
  const { outcome } = await carry([() => answer("test.env", { content: `SHOWN=${like}\n` })], { files });
  expect(outcome).toMatchObject({ kind: "failed" });
});

test("a file shown in parts hides a secret even if a long line is cut", async () => {
  const long = `${"x".repeat(390)}${SECRET}${"y".repeat(200)}`;
  const files = { "app.env": `${"line of it\n".repeat(5000)}${long}\n` };
  const order = { ...ORDER, allowed_files: ["app.env"], title: "line" };
  const { asked } = await carry([() => "{}"], {
    files,
    order,
    settings: { fileBytes: 80_000, wholeFileBytes: 1000 },
  });
  for (let length = 6; length <= SECRET.length; length++) expect(asked).not.toContain(`x${SECRET.slice(0, length)}`);
});
