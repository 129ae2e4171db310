import { type Proposal, promptLimits, repoPath, type Stage } from "@llmch/contract";
import { answerOf, type MemoryFiles, memoryWorkspace, orderScene, workOrder } from "@llmch/testkit";
import { SHA256_OF_NOTHING, sha256Hex, utf8Bytes } from "@llmch/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { carryOut } from "../order.ts";
import { readOrderFiles } from "../prompt/order-files.ts";
import { validateProposal } from "./validate.ts";

const REPO: MemoryFiles = {
  "old.js": "old\n",
  "link.js": { blocked: "a symbolic link stands there" },
  "shown.js": "shown\n",
};
const ORDER = workOrder({
  allowed_files: ["old.js", "./lib//new.js", "link.js", ".gitmodules"],
  postconditions: [],
  context_files: ["shown.js"],
});
const OLD = sha256Hex("old\n");
const SETTINGS = promptLimits(400_000);

type Write = readonly [path: string, base: string];
const proposalOfWrites = (writes: readonly Write[]): Proposal => ({
  summary: "",
  writes: writes.map(([path, base_sha256]) => ({ kind: "content", path, base_sha256, content: `new ${path}\n` })),
});
const verdictOn = async (writes: readonly Write[]) =>
  validateProposal(ORDER, proposalOfWrites(writes), await readOrderFiles(ORDER, memoryWorkspace(REPO)), SETTINGS);

describe("a proposal is accepted", () => {
  test.each<[string, readonly Write[], readonly string[]]>([
    ["for a file that stands so", [["old.js", OLD]], ["old.js"]],
    ["for a new file, with the hash of no bytes", [["lib/new.js", SHA256_OF_NOTHING]], ["lib/new.js"]],
    [
      "however a path is spelled",
      [
        ["lib/../lib/./new.js", SHA256_OF_NOTHING],
        ["./old.js", OLD],
      ],
      ["lib/new.js", "old.js"],
    ],
    ["with a hash in capitals", [["old.js", OLD.toUpperCase()]], ["old.js"]],
  ])("%s", async (_, writes, paths) => {
    const verdict = await verdictOn(writes);
    expect(verdict.ok && verdict.changes.map(({ path }) => path)).toEqual(paths);
    expect(verdict.ok && verdict.changes[0]).toMatchObject({ content: utf8Bytes(`new ${writes[0]?.[0]}\n`) });
  });
});

describe("a proposal changes nothing", () => {
  test.each<[string, Proposal["writes"][number], boolean]>([
    ["the bytes that stand", { kind: "content", path: "old.js", base_sha256: OLD, content: "old\n" }, true],
    ["other bytes", { kind: "content", path: "old.js", base_sha256: OLD, content: "other\n" }, false],
    [
      "a new file without bytes",
      { kind: "content", path: "lib/new.js", base_sha256: SHA256_OF_NOTHING, content: "" },
      false,
    ],
    ["a removal", { kind: "delete", path: "old.js", base_sha256: OLD }, false],
  ])("%s", async (_, write, isEmpty) => {
    const files = await readOrderFiles(ORDER, memoryWorkspace(REPO));
    const verdict = validateProposal(ORDER, { summary: "", writes: [write] }, files, SETTINGS);
    expect(verdict).toMatchObject({ ok: true, isEmpty });
  });
});

describe("a proposal is refused", () => {
  test.each<[string, readonly Write[], Stage, RegExp]>([
    [
      "a path twice",
      [
        ["old.js", OLD],
        ["old.js", OLD],
      ],
      "write_scope_violation",
      /old\.js: the path stands twice/,
    ],
    [
      "a path twice, normalised",
      [
        ["old.js", OLD],
        ["lib/../old.js", OLD],
      ],
      "write_scope_violation",
      /twice/,
    ],
    [
      "a file that is only shown",
      [["shown.js", sha256Hex("shown\n")]],
      "write_scope_violation",
      /not in allowed_files/,
    ],
    [
      "a file that the order does not name",
      [["other.js", SHA256_OF_NOTHING]],
      "write_scope_violation",
      /not in allowed/,
    ],
    ["a file below an allowed one", [["old.js/x", SHA256_OF_NOTHING]], "write_scope_violation", /not in allowed/],
    ["another spelling of the case", [["OLD.js", OLD]], "write_scope_violation", /not in allowed/],
    ["a homoglyph", [["оld.js", OLD]], "write_scope_violation", /not in allowed/],
    ["a path out of the repo", [["../old.js", OLD]], "write_scope_violation", /leads out of the repo/],
    ["an absolute path", [["/old.js", OLD]], "write_scope_violation", /is absolute/],
    ["an empty path", [["", OLD]], "write_scope_violation", /is empty/],
    ["a path inside .git", [[".git/hooks/pre-commit", OLD]], "write_scope_violation", /inside \.git/],
    ["a path with NUL", [["old.js\0", OLD]], "write_scope_violation", /control character/],
    ["a link on the path", [["link.js", SHA256_OF_NOTHING]], "write_scope_violation", /symbolic link/],
    [".gitmodules, though allowed", [[".gitmodules", SHA256_OF_NOTHING]], "write_scope_violation", /\.gitmodules/],
    [
      "the wrong hash",
      [["old.js", SHA256_OF_NOTHING]],
      "stale_context",
      /old\.js: base_sha256 is null, the file's is "\w{64}"/,
    ],
    ["no hash", [["old.js", ""]], "stale_context", /base_sha256 is ""/],
    ["a cut hash", [["old.js", OLD.slice(0, 16)]], "stale_context", /old\.js/],
    ["a hash for a new file", [["lib/new.js", OLD]], "stale_context", /lib\/new\.js/],
    [
      "both: the scope comes first",
      [
        ["old.js", ""],
        ["no.js", ""],
      ],
      "write_scope_violation",
      /no\.js/,
    ],
  ])("for %s", async (_, writes, stage, fault) => {
    const verdict = await verdictOn(writes);
    if (verdict.ok) throw new Error("it was accepted");
    expect(verdict.stage).toBe(stage);
    expect(verdict.faults.join("\n")).toMatch(fault);
  });

  test("with every fault of a kind, not just the first", async () => {
    const verdict = await verdictOn([
      ["a", ""],
      ["b", ""],
      ["old.js", OLD],
    ]);
    expect(verdict.ok ? [] : verdict.faults).toHaveLength(2);
  });
});

/** Good and bad writes. `good` follows the contract's words, and is computed without the validator. */
const anyWrite = fc.constantFrom<{ readonly write: Write; readonly good: boolean }>(
  { write: ["old.js", OLD], good: true },
  { write: ["./lib/new.js", SHA256_OF_NOTHING], good: true },
  { write: ["old.js", SHA256_OF_NOTHING], good: false },
  { write: ["lib/new.js", OLD], good: false },
  { write: ["link.js", SHA256_OF_NOTHING], good: false },
  { write: [".gitmodules", SHA256_OF_NOTHING], good: false },
  { write: ["shown.js", sha256Hex("shown\n")], good: false },
  { write: ["../x", SHA256_OF_NOTHING], good: false },
  { write: [".GIT/config", SHA256_OF_NOTHING], good: false },
);
const anyWrites = fc.array(anyWrite, { minLength: 1, maxLength: 4 });
const isGood = (writes: readonly { readonly write: Write; readonly good: boolean }[]): boolean =>
  writes.every(({ good }) => good) && new Set(writes.map(({ write: [path] }) => repoPath(path))).size === writes.length;

test("a refused proposal writes nothing, an accepted one exactly its contents", async () => {
  await fc.assert(
    fc.asyncProperty(anyWrites, async (writes) => {
      const proposal = proposalOfWrites(writes.map(({ write }) => write));
      const scene = orderScene({ order: ORDER, files: REPO, replies: [JSON.stringify(proposal)], maxAttempts: 1 });
      const outcome = await carryOut(scene.job, scene.ports);
      const written = scene.ports.workspace.changes.map((change) =>
        change.kind === "write" ? [change.path, Buffer.from(change.content).toString()] : [],
      );
      expect(outcome.kind).toBe(isGood(writes) ? "candidate" : "failed");
      expect(written).toEqual(
        isGood(writes) ? proposal.writes.map(({ path }) => [repoPath(path), `new ${path}\n`]) : [],
      );
    }),
  );
});

test("the verdict does not depend on the order of the writes", async () => {
  const shuffled = anyWrites.chain((writes) =>
    fc.tuple(fc.constant(writes), fc.shuffledSubarray([...writes], { minLength: writes.length })),
  );
  const comparable = (verdict: Awaited<ReturnType<typeof verdictOn>>) =>
    verdict.ok
      ? verdict.changes.map(({ path }) => path).sort()
      : { stage: verdict.stage, faults: [...verdict.faults].sort() };
  await fc.assert(
    fc.asyncProperty(shuffled, async ([one, other]) => {
      const first = await verdictOn(one.map(({ write }) => write));
      expect(comparable(await verdictOn(other.map(({ write }) => write)))).toEqual(comparable(first));
    }),
  );
});

describe("a stale_context brief", () => {
  const briefOn = async (names: readonly string[]) => {
    const files = { ...Object.fromEntries(names.map((name) => [name, `old ${name}\n`])), "context.js": "1" };
    const scene = orderScene({
      order: { allowed_files: [...names], context_files: ["context.js"] },
      files,
      replies: [answerOf(Object.fromEntries(names.map((name) => [name, "new\n"])))],
      maxAttempts: 1,
    });
    const outcome = await carryOut(scene.job, scene.ports);
    return outcome.kind === "failed" ? outcome.brief.primary_error_excerpt : "";
  };

  test("begins with what is wrong, and repeats the table of the files that may be written", async () => {
    const excerpt = await briefOn(["a.js", "b.js"]);
    expect(excerpt).toMatch(/^a\.js: base_sha256 is null, the file's is /);
    expect(excerpt).toContain(`| a.js | yes | 9 bytes | ${sha256Hex("old a.js\n")} |`);
    expect(excerpt).toContain(`| b.js | yes | 9 bytes | ${sha256Hex("old b.js\n")} |`);
    expect(excerpt).not.toContain("context.js");
  });

  test("holds the whole table of a dozen files", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `src/module-${index}.js`);
    const excerpt = await briefOn(names);
    for (const name of names) expect(excerpt).toContain(`| ${sha256Hex(`old ${name}\n`)} |`);
  });
});
