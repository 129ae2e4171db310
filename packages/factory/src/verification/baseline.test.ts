import type { BaselineVerification } from "@llmch/contract";
import { PUBLISHED_SCHEMAS } from "@llmch/contract/schemas";
import { answerOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { BaselineMemory, OrderJob } from "../job/order-job.ts";
import { carryOut } from "../order.ts";

const VERIFY = "bash scripts/verify.sh";
const FILES = { "scripts/verify.sh": "pytest\n" };
const failed = (...tests: readonly string[]) => ({
  exitCode: 1,
  stdoutTail: [
    `${"=".repeat(20)} FAILURES ${"=".repeat(20)}`,
    ...tests.flatMap((name) => [
      `${"_".repeat(20)} ${name} ${"_".repeat(20)}`,
      "E   assert 1 == 2",
      "tests/test_a.py:3: AssertionError",
    ]),
    `${tests.length} failed, 4 passed in 0.12s`,
  ].join("\n"),
});
const told = (name: string) => `${name}  (tests/test_a.py)`;

/** A memory that keeps what it gets, like a run's own. */
const memory = (known: BaselineVerification | null = null, isRecorded = false) => {
  const kept: BaselineVerification[] = [];
  const baseline: BaselineMemory = {
    tree: "tree-0",
    recall: async () => (known === null ? null : { verification: known, isRecorded }),
    keep: async (_, verification) => {
      kept.push(verification);
    },
  };
  return { baseline, kept };
};

const carry = async ({ plan, ...options }: SceneOptions & Pick<OrderJob, "plan">, { baseline, kept } = memory()) => {
  const scene = orderScene({ files: FILES, maxAttempts: 1, ...options });
  const outcome = await carryOut(
    { ...scene.job, ...(plan === undefined ? {} : { plan }), baseline: async () => baseline },
    scene.ports,
  );
  const { artifacts, events } = scene.ports.ledger;
  return {
    outcome,
    kept,
    artifacts,
    ran: scene.ports.commands.ran.map(({ stdout }) => stdout.replace("_stdout.txt", "")),
    asked: scene.ports.model.requests.map(({ prompt }) => prompt),
    events: events.filter(({ type }) => type === "baseline_verified"),
    warnings: events.flatMap((event) => (event.type === "warning" ? [event.message] : [])),
  };
};

/** The results of the command's runs: two on a red baseline, then one after the writes. */
const runs = (before: readonly object[], ...after: readonly object[]) => ({ [VERIFY]: [...before, ...after] });

describe("a baseline that verifies", () => {
  test("is verified once, before the first question, and what fails after it counts", async () => {
    const { outcome, ran, kept, events, artifacts, warnings } = await carry({
      replies: ["no JSON", answerOf({ "greet.js": "1" })],
      maxAttempts: 2,
      commands: runs([{}], failed("test_new"), failed("test_new")),
    });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed" } });
    expect(ran).toEqual(["baseline_0", "attempt_2/verify_0", "attempt_2/verify_0_again", "attempt_2/acceptance_0"]);
    expect(kept).toMatchObject([{ tree: "tree-0", ok: true, red: [] }]);
    expect(events).toMatchObject([{ source: "run", ok: true, red: [], flaky: [] }]);
    expect(
      PUBLISHED_SCHEMAS["baseline-verification"].safeParse(artifacts.get("baseline_verification.json")).success,
    ).toBe(true);
    expect(warnings).toEqual([]);
  });

  test.each([
    ["an exempt order", { order: { verify_exempt: true } }],
    ["a repo that says nothing of how it is verified", { files: { "README.md": "" } }],
  ] as const)("%s has none", async (_, options) => {
    const { outcome, events, artifacts } = await carry({ ...options });
    expect(outcome.kind).toBe("candidate");
    expect(events).toEqual([]);
    expect(artifacts.has("baseline_verification.json")).toBe(false);
  });

  test("is not verified for an order whose preconditions do not hold", async () => {
    const { outcome, ran } = await carry({ order: { preconditions: [{ kind: "file_exists", path: "never.js" }] } });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
    expect(ran).toEqual([]);
  });
});

test("what is new beside a test that failed before is named in the brief", async () => {
  const red = failed("test_old");
  const { outcome } = await carry({
    commands: runs(
      [red, red],
      ...Array(2).fill({ ...red, stdoutTail: `${red.stdoutTail}\nwould reformat /w/greet.js` }),
    ),
  });
  if (outcome.kind !== "failed") throw new Error(outcome.kind);
  expect(outcome.brief.primary_error_excerpt).toMatch(
    /^new, in addition to what failed before this order:\nwould reformat greet\.js\n\n/,
  );
});

test("a test that fails more often than before is held against the order, and told alone", async () => {
  const [before, after] = [failed("test_loop", "test_old"), failed("test_loop", "test_old", "test_loop")];
  const { outcome, asked } = await carry({ commands: runs([before, before], after, after) });
  if (outcome.kind !== "failed") throw new Error(outcome.kind);
  expect(outcome.brief.primary_error_excerpt).toContain("test_loop");
  expect(outcome.brief.primary_error_excerpt).not.toContain("test_old");
  const again = await carry({ commands: runs([after, after], after, after) });
  expect([asked[0], again.asked[0]].map((prompt) => prompt?.includes(`${told("test_loop")} (2 times)`))).toEqual([
    false,
    true,
  ]);
});

describe("a command that names no test", () => {
  const BOOM = { exitCode: 1, stderrTail: "boom: /tmp/one/config is missing, after 0.12 s" };

  test.each([
    ["in the same way before the order", BOOM, true],
    [
      "in the same way, with another time and folder",
      { ...BOOM, stderrTail: "boom: /a/config is missing, after 3 s" },
      true,
    ],
    ["with another exit code", { ...BOOM, exitCode: 2 }, undefined],
    ["with other words", { ...BOOM, stderrTail: "SyntaxError: greet.js" }, undefined],
  ] as const)("that failed %s says so", async (_, after, failed_before) => {
    const { outcome, asked } = await carry({
      replies: [answerOf({ "greet.js": "1" }), answerOf({ "greet.js": "2" })],
      maxAttempts: 2,
      commands: runs([BOOM, BOOM], after, after, after, after),
    });
    if (outcome.kind !== "failed") throw new Error(outcome.kind);
    expect([outcome.brief.stage, outcome.brief.failed_before]).toEqual(["verify_failed", failed_before]);
    expect(asked[1]?.includes("it failed in the same way before this order")).toBe(failed_before === true);
  });
});

describe("a test that failed before", () => {
  const RED = failed("test_old");

  test("costs nothing, and is reported to the model, the record and the user", async () => {
    const { outcome, asked, events, warnings, artifacts } = await carry({ commands: runs([RED, RED], RED) });
    expect(outcome).toMatchObject({
      kind: "candidate",
      candidate: {
        attempt: 1,
        verified: { red: [{ command: VERIFY, mark: { failures: [told("test_old")] } }] },
      },
    });
    expect(asked[0]).toContain(
      `failed before this order already. Do not fix these unless the order asks: ${told("test_old")}.`,
    );
    expect(events).toMatchObject([
      { ok: false, red: [{ command: VERIFY, exit_code: 1, failures: [told("test_old")] }] },
    ]);
    const remark = `these tests failed before the order, so the order may leave them failing: ${told("test_old")} (${VERIFY})`;
    expect(warnings).toEqual([remark]);
    expect(artifacts.get("attempt_1/verify_result.json")).toMatchObject({
      ok: true,
      commands: [{ ok: false, known: true }],
    });
  });

  test.each([
    ["which a script stops at", "pytest a && pytest b\n"],
    ["in a script that is not followed", "for each in a b; do pytest $each; done\n"],
    ["before another check", "pytest\nruff check\n"],
  ])("%s excuses nothing, which is said before the first question", async (_, script) => {
    const files = { "scripts/verify.sh": script };
    const { outcome, asked, warnings, events } = await carry({ files, commands: runs([RED, RED], RED, RED) });
    expect(warnings).toEqual([
      `${told("test_old")} failed before the order, and ${VERIFY} may have left out tests for that: it must pass after it; name each run of tests in verify.commands, and what fails before an order in one of them is excused`,
    ]);
    expect(asked[0]).toContain("It must pass now.");
    expect(events).toMatchObject([{ ok: false, red: [{ exit_code: 1, failures: [] }] }]);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed" } });
    expect((await carry({ files, commands: runs([RED, RED], {}) })).outcome.kind).toBe("candidate");
  });

  test("excuses nothing if its run is cut short after the order", async () => {
    const cut = { ...RED, stdoutTail: RED.stdoutTail.replace(/\n.*$/, "") };
    const { outcome } = await carry({ commands: runs([RED, RED], cut, cut) });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed" } });
  });

  test("may be fixed", async () => {
    const { outcome } = await carry({ commands: runs([RED, RED], {}) });
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { verified: { red: [] } } });
  });

  test("may be fixed beside others, by a runner that ends with their number", async () => {
    const counted = (...tests: readonly string[]) => ({ ...failed(...tests), exitCode: tests.length });
    const before = counted("test_old", "test_other", "test_third");
    const { outcome } = await carry({ commands: runs([before, before], counted("test_old", "test_third")) });
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { verified: { red: [{ exit_code: 2 }] } } });
    const more = counted("test_old", "test_new");
    expect((await carry({ commands: runs([before, before], more, more) })).outcome.kind).toBe("failed");
  });

  test.each<[string, readonly object[], object, RegExp]>([
    ["another test", [RED, RED], failed("test_new"), /^1 failing:\ntest_new/],
    [
      "another test besides, and the brief names that one alone",
      [RED, RED],
      failed("test_old", "test_new"),
      /^1 failing:\ntest_new/,
    ],
    ["another exit code", [RED, RED], { ...RED, exitCode: 2 }, /test_old/],
    [
      "a file that cannot be collected",
      [RED, RED],
      { exitCode: 2, stdoutTail: "E   SyntaxError: invalid syntax\n1 error during collection" },
      /SyntaxError/,
    ],
    ["a crash without a name", [RED, RED], { exitCode: 1, stdoutTail: "Segmentation fault" }, /Segmentation/],
    ["a command that hangs", [RED, RED], { ...RED, ending: "timed-out", exitCode: null }, /limit/],
    ["more output than can be compared", [RED, RED], { ...RED, printedBytes: 1_000_000 }, /test_old/],
    [
      "what names no test, with the same words",
      [{ exitCode: 1, stdoutTail: "bad" }],
      { exitCode: 1, stdoutTail: "bad" },
      /bad/,
    ],
    ["what was flaky before", [failed("test_old", "test_flaky"), RED], failed("test_flaky"), /test_flaky/],
  ])("does not excuse %s", async (_, before, after, words) => {
    const second = before.length === 1 ? before : [];
    const { outcome } = await carry({ commands: runs([...before, ...second], after, after) });
    expect(outcome).toMatchObject({
      kind: "failed",
      brief: { stage: "verify_failed", primary_error_excerpt: expect.stringMatching(words) },
    });
  });

  test("is no excuse if every test failed: they may lack something", async () => {
    const all = failed("test_a", "test_b");
    const counting = (summary: string) => ({ ...all, stdoutTail: all.stdoutTail.replace(/.*$/, `${summary} in 0.1s`) });
    const red = counting("2 failed");
    const { outcome, asked, warnings } = await carry({ commands: runs([red, red], red, red) });
    expect(warnings).toEqual([expect.stringMatching(/^all 2 tests of .* failed before the order.*\.env.*setup\.copy/)]);
    expect(asked[0]).toContain("It must pass now.");
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed", failed_before: true } });
    expect((await carry({ commands: runs([red, red], {}) })).outcome.kind).toBe("candidate");
    const some = counting("2 failed, 1 passed");
    expect((await carry({ commands: runs([some, some], some) })).outcome.kind).toBe("candidate");
  });

  test("is no excuse for a file that does not load, though a test beside it failed", async () => {
    const [lacking, beside] = [failed("test_env.py"), failed("test_old", "test_env.py")];
    const { outcome, warnings } = await carry({ commands: runs([lacking, lacking], lacking, lacking) });
    expect(warnings).toEqual([
      expect.stringMatching(/^before the order, .* could not load test_env\.py .*setup\.copy/),
    ]);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed" } });
    const loaded = await carry({ commands: runs([beside, beside], failed("test_old")) });
    expect(loaded.warnings).toEqual([
      expect.stringMatching(/leave them failing: test_old .*; .*could not load test_env/),
    ]);
    expect(loaded.outcome.kind).toBe("candidate");
  });

  test("of one command does not excuse another", async () => {
    const files = { "api/go.mod": "", "web/package.json": '{"scripts": {"test": "x"}}' };
    const { outcome, ran } = await carry({
      files,
      commands: { "go test ./...": RED, "npm test": [{}, RED, RED] },
    });
    expect(outcome).toMatchObject({ kind: "failed", brief: { command: "npm test (in web/)" } });
    expect(ran.filter((name) => name.startsWith("baseline"))).toEqual(["baseline_0", "baseline_0_again", "baseline_1"]);
  });

  test("but passes the second time is flaky: nothing is excused", async () => {
    const { events, warnings, outcome } = await carry({ commands: runs([RED, {}], RED, RED) });
    expect(events).toMatchObject([{ ok: true, red: [], flaky: [told("test_old")] }]);
    expect(warnings[0]).toMatch(/^flaky: test_old/);
    expect(outcome.kind).toBe("failed");
  });
});

describe("a command that ends with 0 although a test failed", () => {
  const hiding = (...names: readonly string[]) => ({ ...failed(...names), exitCode: 0 });

  test("is held against the order, which names the test", async () => {
    const { outcome, ran } = await carry({ commands: runs([{}], hiding("test_new"), hiding("test_new")) });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed", command: VERIFY, exit_code: 0 } });
    if (outcome.kind === "failed") expect(outcome.brief.primary_error_excerpt).toMatch(/^1 failing:\ntest_new/);
    expect(ran).toContain("attempt_1/verify_0_again");
  });

  test("passes if the test failed before, and one more does not", async () => {
    const before = [hiding("test_old"), hiding("test_old")];
    const { outcome, events, warnings } = await carry({ commands: runs(before, hiding("test_old")) });
    expect(outcome.kind).toBe("candidate");
    expect(events).toMatchObject([{ ok: false, red: [{ exit_code: 0, failures: [told("test_old")] }] }]);
    expect(warnings).toEqual([expect.stringContaining(`leave them failing: ${told("test_old")}`)]);
    const more = hiding("test_old", "test_new");
    const { outcome: second } = await carry({ commands: runs(before, more, more) });
    expect(second.kind).toBe("failed");
    if (second.kind === "failed") expect(second.brief.primary_error_excerpt).not.toContain("test_old");
  });

  test("passes if the test passes the second time, or a runner without names counts no more than before", async () => {
    const flaky = await carry({ commands: runs([{}], hiding("test_new"), {}) });
    expect([flaky.outcome.kind, flaky.warnings]).toEqual(["candidate", [expect.stringMatching(/^flaky: test_new/)]]);
    const unnamed = (count: number) => ({ exitCode: 0, stdoutTail: `3 examples, ${count} failures` });
    const kinds: string[] = [];
    for (const after of [1, 2, 3]) {
      const commands = runs([unnamed(2), unnamed(2)], unnamed(after), unnamed(after));
      kinds.push((await carry({ commands })).outcome.kind);
    }
    expect(kinds).toEqual(["candidate", "candidate", "failed"]);
  });
});

describe("a machine that cannot verify", () => {
  test.each<[string, object, RegExp]>([
    [
      "lacks a tool",
      { exitCode: 127, stderrTail: "sh: 1: xo: not found\n" },
      /the program xo is missing.*setup\.commands/s,
    ],
    [
      "lacks a package",
      { exitCode: 1, stderrTail: "Error: Cannot find module 'p-timeout'\nRequire stack:\n- t.cjs\n" },
      /the package p-timeout is missing.*doctor/s,
    ],
    [
      "shares a folder read-only that a command must write in",
      {
        exitCode: 1,
        stderrTail: "error TS5033: Could not write file '/w/node_modules/.a': EROFS: read-only file system\n",
      },
      /must write in node_modules, and may not: .*setup\.share/s,
    ],
    [
      "has no network for a command that fetches, after tests that pass",
      {
        exitCode: 1,
        stdoutTail: "ok 1 adds\n# pass 1\n",
        stderrTail: "npm error request to https://registry.npmjs.org/npm failed, reason: getaddrinfo EAI_AGAIN\n",
      },
      /must reach registry\.npmjs\.org, and cannot: .*verify\.commands.*--allow-network/s,
    ],
    [
      "cannot start a program",
      { ending: "not-started", exitCode: null, startFault: "npm is not on the PATH" },
      /npm is not on the PATH/,
    ],
    ["never ends", { ending: "timed-out", exitCode: null }, /no command .* ended by itself.*--timeout-seconds/s],
  ])("%s: the order ends before the first question", async (_, ending, words) => {
    const { outcome, asked, events, artifacts, kept } = await carry({ commands: { [VERIFY]: ending } });
    expect(outcome).toMatchObject({
      kind: "failed",
      brief: { stage: "preflight", primary_error_excerpt: expect.stringMatching(words) },
      attempts: [{ attempt: 1, stage: "preflight" }],
    });
    expect([asked, events, kept]).toEqual([[], [], []]);
    expect(artifacts.get("baseline_verification.json")).toMatchObject({ ok: false });
  });

  test("that is too slow for one command of several only causes a warning", async () => {
    const files = { "api/go.mod": "", "web/package.json": '{"scripts": {"test": "x"}}' };
    const { outcome, warnings } = await carry({
      files,
      commands: { "npm test": [{ ending: "timed-out", exitCode: null }, {}] },
    });
    expect(outcome.kind).toBe("candidate");
    expect(warnings).toEqual(["npm test (in web/) did not end by itself before the order: it must pass after it"]);
  });

  test("that shares a folder read-only is told nothing if only named tests must write there", async () => {
    const red = failed("test_cache");
    const before = { ...red, stdoutTail: `${red.stdoutTail}\nOSError: [Errno 30] Read-only file system: '/w/.venv/x'` };
    expect((await carry({ commands: runs([before, before], before, before) })).outcome.kind).toBe("candidate");
  });

  test.each([
    ["ModuleNotFoundError: No module named 'greet'\n", "src/greet.py"],
    ["cannot load such file -- greet/in_words (LoadError)\n", "lib/greet/in_words.rb"],
  ])("a module that the order will write is not missing: %s", async (stderrTail, path) => {
    const missing = { exitCode: 1, stderrTail };
    const { outcome } = await carry({
      order: { allowed_files: [path] },
      replies: [answerOf({ [path]: "" })],
      commands: runs([missing, missing], {}),
    });
    expect(outcome.kind).toBe("candidate");
  });
});

describe("a Python that imports an installed copy", () => {
  const PYTEST = "python -m pytest -q";
  const project = {
    "pyproject.toml": "[project]\n",
    "src/pkg/__init__.py": "",
    "tests/test_a.py": "def test_a(): pass\n",
  };
  const answers = (files: Readonly<Record<string, string>>, stdoutTail: string) => {
    const asked: string[] = [];
    const scene = orderScene({ files, maxAttempts: 1, commands: { [PYTEST]: {} } });
    const { run } = scene.ports.commands;
    const commands = {
      run: async (request: Parameters<typeof run>[0]) => {
        if (!request.argv.includes("pkg")) return run(request);
        asked.push(request.argv.at(-1) ?? "");
        return { ...(await run(request)), stdoutTail };
      },
    };
    const job = { ...scene.job, baseline: async () => memory().baseline };
    return carryOut(job, { ...scene.ports, commands }).then((outcome) => ({ outcome, asked }));
  };
  const ELSEWHERE = "elsewhere: pkg /usr/lib/python3/site-packages/pkg/__init__.py\n";

  test("ends the order before the first question", async () => {
    const { outcome, asked } = await answers(project, ELSEWHERE);
    expect(asked).toEqual(["pkg"]);
    expect(outcome).toMatchObject({
      kind: "failed",
      brief: {
        stage: "preflight",
        primary_error_excerpt: expect.stringMatching(/would test pkg as it is installed .*src\/pkg.*pip install -e/s),
      },
    });
  });

  test.each<[what: string, files: Readonly<Record<string, string>>, answer: string]>([
    ["imports the repo's own", project, ""],
    ["is told where to look", { ...project, "pytest.ini": "[pytest]\npythonpath = src\n" }, ELSEWHERE],
    [
      "is told so by a conftest.py",
      { ...project, "tests/conftest.py": "import sys\nsys.path.insert(0, 'src')\n" },
      ELSEWHERE,
    ],
  ])("does not, where it %s", async (_, files, answer) => {
    expect((await answers(files, answer)).outcome.kind).toBe("candidate");
  });
});

describe("what the order may mend", () => {
  test("a script that fetches, if it may write the package.json that names it", async () => {
    const before = { exitCode: 1, stderrTail: "npm error request to https://registry.npmjs.org/x failed: EAI_AGAIN\n" };
    const files = { "web/package.json": '{"scripts": {"test": "x"}}' };
    const carried = (order: object, path: string) =>
      carry({ files, order, replies: [answerOf({ [path]: "{}" })], commands: { "npm test": [before, before, {}] } });
    expect((await carried({ allowed_files: ["web/package.json"] }, "web/package.json")).asked).not.toEqual([]);
    expect((await carried({ allowed_files: ["web/a.js"] }, "web/a.js")).asked).toEqual([]);
  });

  const MISSING = { exitCode: 127, stderrTail: "scripts/verify.sh: line 1: nosuchtool: command not found\n" };
  const HANGING = { ending: "timed-out", exitCode: null } as const;

  test.each([
    ["the script that verifies the repo and names a program that nobody has", [MISSING, MISSING]],
    ["the script that verifies the repo and never ends", [HANGING]],
  ] as const)("%s does not end the order before the first question", async (_, before) => {
    const { outcome, warnings } = await carry({
      order: { allowed_files: ["greet.js", "./scripts/verify.sh"] },
      replies: [answerOf({ "greet.js": "1" })],
      commands: runs(before, {}),
    });
    expect(outcome.kind).toBe("candidate");
    expect(warnings).toEqual([expect.stringMatching(/before.*it must pass after it/)]);
  });

  test("another order of the plan's script still ends it", async () => {
    const plan = [{ allowed_files: ["scripts/verify.sh"], context_files: [] }];
    const { outcome, asked } = await carry({ plan, commands: runs([MISSING, MISSING]) });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
    expect(asked).toEqual([]);
  });
});

describe("a known result", () => {
  const known = (source: BaselineVerification["source"]): BaselineVerification => ({
    tree: "tree-0",
    source,
    ok: false,
    reason: "",
    red: [{ command: VERIFY, exit_code: 1, mark: { failures: [told("test_old")], telling: ["E assert <n> == <n>"] } }],
    flaky: [],
    commands: [],
  });

  test("from the previous order is recorded, and no command runs", async () => {
    const { ran, events, artifacts } = await carry({}, memory(known("order")));
    expect(ran).toEqual(["attempt_1/verify_0", "attempt_1/acceptance_0"]);
    expect(events).toMatchObject([{ source: "order", ok: false }]);
    expect(artifacts.get("baseline_verification.json")).toMatchObject({ source: "order" });
  });

  test("from the run's own record is not recorded again", async () => {
    const { ran, events, artifacts } = await carry({}, memory(known("run"), true));
    expect(ran).toEqual(["attempt_1/verify_0", "attempt_1/acceptance_0"]);
    expect([events, artifacts.has("baseline_verification.json")]).toEqual([[], false]);
  });
});

test.each([
  ["other tests fail each time", [failed("test_one"), failed("test_two")], "with other tests each time"],
  ["no test is named", [{ exitCode: 1 }, { exitCode: 1 }], "without naming the tests that failed"],
])("if %s, the warning says so, and the command must pass", async (_, before, how) => {
  const { warnings, outcome } = await carry({ commands: runs(before, {}), replies: [answerOf({ "greet.js": "1\n" })] });
  expect(warnings.at(-1)).toBe(`${VERIFY} failed with exit code 1 before the order, ${how}: it must pass after it`);
  expect(outcome.kind).toBe("candidate");
});

test("a stop during the verification ends the order, with nothing asked", async () => {
  const { outcome, asked, events } = await carry({ commands: { [VERIFY]: { ending: "interrupted", exitCode: null } } });
  expect(outcome.kind).toBe("interrupted");
  expect([asked, events]).toEqual([[], []]);
});
