import type { RepoPath } from "@llmch/contract";
import type { VerifySettings } from "@llmch/contract/settings";
import { answerOf, type OrderScene, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut } from "../order.ts";
import { fixCommands, fixWords } from "./fix-files.ts";

const PRETTIER = "npx prettier --write";
const FILES = { "greet.js": "old\n", "kept.js": "kept\n" };

/** A formatter that leaves these files. */
const fixing = (
  makes: Readonly<Record<string, string>>,
  ending: { readonly exitCode: number | null; readonly ending?: "not-started" | "timed-out" } = { exitCode: 0 },
  options: SceneOptions = {},
): OrderScene => {
  const scene: OrderScene = orderScene({
    files: FILES,
    maxAttempts: 1,
    replies: [answerOf({ "greet.js": "greet( )\n" }, FILES)],
    ...options,
    commands: {
      [`${PRETTIER} greet.js`]: () => {
        for (const [path, text] of Object.entries(makes)) scene.ports.workspace.put(path, text);
        return ending;
      },
    },
  });
  return scene;
};

const carry = async (scene: OrderScene, fixes: VerifySettings["fix"] = [{ command: PRETTIER, files: [] }]) => {
  const outcome = await carryOut({ ...scene.job, fixes }, scene.ports);
  const [sealed] = scene.ports.workspace.sealed;
  const written = (sealed?.changes ?? []).map((change) => [
    change.path,
    change.kind === "write" ? Buffer.from(change.content).toString() : null,
  ]);
  const warnings = scene.ports.ledger.events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
  return { outcome, written: Object.fromEntries(written), warnings, result: resultOf(scene) };
};
const resultOf = ({ ports }: OrderScene) => ports.ledger.artifacts.get("attempt_1/derive_result.json");

describe("a formatter's form of a written file", () => {
  test("is committed and recorded; its other changes are undone", async () => {
    const scene = fixing({ "greet.js": "greet();\n", "kept.js": "spoilt\n" });
    const { outcome, written, warnings, result } = await carry(scene);
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { drift: ["kept.js"] } });
    expect(written).toEqual({ "greet.js": "greet();\n" });
    expect(scene.ports.workspace.files.get("kept.js")).toBe("kept\n");
    expect(warnings).toEqual([]);
    expect(scene.ports.ledger.artifacts.get("attempt_1/derived/greet.js")).toBe("greet();\n");
    expect(result).toMatchObject({
      files: [{ path: "greet.js", changed: true }],
      derive: [],
      fix: [{ command: PRETTIER, files: ["greet.js"] }],
    });
    const [ran] = scene.ports.commands.ran;
    expect(ran).toMatchObject({
      argv: ["npx", "prettier", "--write", "greet.js"],
      stdout: "attempt_1/fix_0_stdout.txt",
    });
    expect(ran).not.toHaveProperty("asSetup");
  });

  test.each([
    [
      "counts although it fails",
      { exitCode: 2 },
      "greet();\n",
      /ended with exit code 2: the files stand as it left them/,
    ],
    ["is lost if it reaches its limit", { exitCode: null, ending: "timed-out" }, "greet( )\n", /limit of 60 seconds/],
    ["is none if it cannot start", { exitCode: null, ending: "not-started" }, "greet( )\n", /could not be started/],
  ] as const)("%s, with a warning", async (_, ending, expected, warning) => {
    const { outcome, written, warnings } = await carry(fixing({ "greet.js": "greet();\n" }, ending));
    expect(outcome.kind).toBe("candidate");
    expect(written).toEqual({ "greet.js": expected });
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });

  test("is dropped if it contains a secret", async () => {
    const scene = fixing({ "greet.js": "sk-canary-1234\n" }, { exitCode: 0 }, { secrets: ["sk-canary-1234"] });
    const { written, warnings } = await carry(scene);
    expect(written).toEqual({ "greet.js": "greet( )\n" });
    expect(warnings).toEqual([expect.stringMatching(/^greet\.js: .*secret.*stays as it was written$/)]);
    expect(JSON.stringify([...scene.ports.ledger.artifacts])).not.toContain("canary");
  });

  test("is not made if no written file matches", async () => {
    const scene = fixing({});
    expect(await carry(scene, [{ command: "black", files: ["*.py"] }])).toMatchObject({ warnings: [] });
    expect(resultOf(scene)).toBeUndefined();
    expect(scene.ports.commands.ran.map(({ argv }) => argv[0])).toEqual(["node"]);
  });

  test("is the input of the next formatter", async () => {
    const scene: OrderScene = orderScene({
      files: FILES,
      replies: [answerOf({ "greet.js": "1" }, FILES)],
      commands: Object.fromEntries(
        ["a", "b"].map((name) => [
          `${name} greet.js`,
          () => {
            const { files, put } = scene.ports.workspace;
            put("greet.js", `${files.get("greet.js")}${name}`);
            put("stray", name);
            return {};
          },
        ]),
      ),
    });
    const { written } = await carry(scene, [
      { command: "a", files: [] },
      { command: "b", files: [] },
    ]);
    expect(written).toEqual({ "greet.js": "1ab" });
  });
});

test.each<[string, readonly string[], readonly string[], readonly string[][]]>([
  ["npx prettier --write", [], ["a.js", "b/c.md"], [["npx", "prettier", "--write", "a.js", "b/c.md"]]],
  ["ruff format", ["*.py"], ["a.js", "b/c.py"], [["ruff", "format", "b/c.py"]]],
  ["tool {files} --end", [], ["-a.js"], [["tool", "./-a.js", "--end"]]],
  ["tool", ["src/*.js"], ["a.js", "src/b.js"], [["tool", "src/b.js"]]],
  ["tool", ["*.py"], ["a.js"], []],
])("%s with %j runs on %j as %j", (command, files, written, expected) => {
  const paths = written.map((path) => path as RepoPath);
  expect(fixCommands([{ command, files }], paths).map((each) => fixWords(each))).toEqual(
    expected.map((value) => ({ ok: true, value })),
  );
});
