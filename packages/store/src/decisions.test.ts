import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NeedKey } from "@llmch/contract";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { readDecision, type Said, writeDecision } from "./decisions.ts";

const folder = temporaryFolder();
afterAll(folder.remove);
const env = { HOME: folder.path };
const now = new Date("2026-01-01T00:00:00Z");
const NEED: NeedKey = { id: "WO-01", kind: "orders", sha256: "a".repeat(64) };
const YES: Said = { decision: "approve", text: null, through: "command" };

let count = 0;
const place = () => {
  count += 1;
  const directory = join(folder.path, `run-${count}`);
  mkdirSync(directory);
  return { directory, runId: `RUN-${count}` };
};
const write = (at: ReturnType<typeof place>, need = NEED, said = YES, secrets: readonly string[] = []) =>
  writeDecision(at, need, said, { env, secrets, now });
const onlyFile = ({ directory }: ReturnType<typeof place>): string => {
  const [name = "", ...others] = readdirSync(join(directory, "decisions"));
  expect(others).toEqual([]);
  return join(directory, "decisions", name);
};

describe("a decision", () => {
  it("is read as it was written", () => {
    const at = place();
    expect(readDecision(env, at, NEED)).toBeNull();
    const written = write(at, NEED, { ...YES, client: "editor" });
    expect(written.ok && written.value).toMatchObject({ of: "orders", decision: "approve", by: { client: "editor" } });
    expect(readDecision(env, at, NEED)).toEqual(written.ok && written.value);
    expect(onlyFile(at)).toMatch(/\/[0-9a-f]{64}\.json$/);
  });

  it("stands: a second one is refused", () => {
    const at = place();
    write(at);
    const again = write(at, NEED, { decision: "reject", text: "no", through: "terminal" });
    expect(again.ok || again.issues[0].code).toBe("decided");
    expect(readDecision(env, at, NEED)?.decision).toBe("approve");
  });

  it.each<[string, Partial<NeedKey>]>([
    ["another hash", { sha256: "b".repeat(64) }],
    ["another id", { id: "WO-02" }],
    ["another kind", { kind: "revision" }],
  ])("is not one on %s", (_, other) => {
    const at = place();
    write(at);
    expect(readDecision(env, at, { ...NEED, ...other })).toBeNull();
    expect(write(at, { ...NEED, ...other }).ok).toBe(true);
  });

  it("does not count if it was changed, comes from another run, or from somebody else", () => {
    const at = place();
    write(at, NEED, { decision: "reject", text: "no", through: "command" });
    const file = onlyFile(at);
    const text = readFileSync(file, "utf8");
    const elsewhere = place();
    mkdirSync(join(elsewhere.directory, "decisions"));
    writeFileSync(file.replace(at.directory, elsewhere.directory), text);
    expect(readDecision(env, elsewhere, NEED)).toBeNull();
    const stranger = join(folder.path, "stranger");
    mkdirSync(stranger, { recursive: true });
    expect(readDecision({ HOME: stranger }, at, NEED)).toBeNull();
    writeFileSync(file, text.replace('"reject"', '"approve"'));
    expect(readDecision(env, at, NEED)).toBeNull();
    writeFileSync(file, text.slice(0, -20));
    expect(readDecision(env, at, NEED)).toBeNull();
  });

  const NO: Said = { decision: "reject", text: "no", through: "command" };
  it.each<[string, (at: ReturnType<typeof place>) => void]>([
    ["changed", (at) => writeFileSync(onlyFile(at), readFileSync(onlyFile(at), "utf8").replace("approve", "reject"))],
    ["emptied", (at) => writeFileSync(onlyFile(at), "")],
    [
      "behind a link",
      (at) => {
        renameSync(join(at.directory, "decisions"), `${at.directory}-elsewhere`);
        symlinkSync(`${at.directory}-elsewhere`, join(at.directory, "decisions"));
      },
    ],
    [
      "a link to nothing",
      (at) => {
        renameSync(join(at.directory, "decisions"), `${at.directory}-away`);
        symlinkSync("nowhere", join(at.directory, "decisions"));
      },
    ],
  ])("can be made again, and stands, where one is %s", (_, spoil) => {
    const at = place();
    write(at);
    spoil(at);
    expect(readDecision(env, at, NEED)).toBeNull();
    expect(write(at, NEED, NO).ok).toBe(true);
    expect(readDecision(env, at, NEED)?.decision).toBe("reject");
    expect(write(at).ok).toBe(false);
    expect(readDecision(env, at, NEED)?.decision).toBe("reject");
  });

  it("says what stands in the place of its folder", () => {
    const at = place();
    writeFileSync(join(at.directory, "decisions"), "");
    const written = write(at);
    expect(written.ok || written.issues[0]).toMatchObject({
      code: "not-writable",
      hint: expect.stringContaining("move away"),
    });
    expect(existsSync(join(at.directory, "decisions"))).toBe(true);
    expect(readDecision(env, at, NEED)).toBeNull();
  });

  it("must fit what it is about", () => {
    expect(write(place(), NEED, { decision: "answer", text: "yes", through: "command" }).ok).toBe(false);
    expect(write(place(), { ...NEED, kind: "question" }).ok).toBe(false);
    const answer: Said = { decision: "answer", text: "blue", through: "command" };
    expect(write(place(), { ...NEED, kind: "question" }, answer).ok).toBe(true);
  });

  it("holds no secret, and counts still", () => {
    const at = place();
    write(at, NEED, { decision: "reject", text: "not with hunter2-hunter2", through: "command" }, ["hunter2-hunter2"]);
    expect(readFileSync(onlyFile(at), "utf8")).not.toContain("hunter2");
    expect(readDecision(env, at, NEED)?.text).toContain("[redacted by llmch]");
  });
});
