import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, filesBelow, readJsonLines } from "../scene.ts";

/** How many bytes of each file were synced, according to a trace: all that a power cut leaves if the disk did nothing by itself. */
const syncedBytes = (trace: string): ReadonlyMap<string, number> => {
  const written = new Map<string, number>();
  const synced = new Map<string, number>();
  /** By thread: a call that ends on a later line. */
  const begun = new Map<string, string>();
  for (const line of trace.split("\n")) {
    const [, thread = "", said = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    begun.set(thread, said.endsWith("<unfinished ...>") ? said : (begun.get(thread) ?? ""));
    const call = said.startsWith("<... ") ? `${begun.get(thread)}${said}` : said;
    const [, name = "", path = "", result = ""] = /^(\w+)\(\d+<([^>]*)>.* = (\d+)$/.exec(call) ?? [];
    if (name === "write") written.set(path, (written.get(path) ?? 0) + Number(result));
    if (name === "fsync") synced.set(path, written.get(path) ?? 0);
    const [, from = "", to = ""] = /^rename\("([^"]*)", "([^"]*)"\) += 0$/.exec(call) ?? [];
    for (const bytes of [written, synced]) if (to !== "") bytes.set(to, bytes.get(from) ?? 0);
  }
  return synced;
};

test.each([
  ["an answer", 10],
  ["what is about to land", 11],
  ["an order's end", 12],
  ["the next order's answer", 17],
])(
  "after a power cut while %s is synced, no answer that was used is asked for again, and each order lands once",
  { tags: "strace" },
  async (_, nth) => {
    const scene = createScene({ process: true });
    const ids = ["WO-01", "WO-02"];
    for (const id of ids) scene.order({ id, allowed_files: [`${id}.txt`], acceptance_commands: [`test -e ${id}.txt`] });
    const answers = ids.map((id) => [`${id}/attempt-1`, scene.answer({ [`${id}.txt`]: `${id}\n` })] as const);
    scene.answers(Object.fromEntries(answers));
    const trace = join(scene.root, "trace");
    const strace = ["strace", "-f", "-b", "execve", "-qq", "-y", "-o", trace, "-e", "trace=write,fsync,rename"];
    const under = [...strace, "-e", `inject=fsync:signal=KILL:when=${nth}`];
    const killed = await scene.runAll(["--branch", "work"], { under, env: { UV_THREADPOOL_SIZE: "1" } });
    expect(killed.signal).toBe("SIGKILL");

    const files = filesBelow(scene.artifacts).map((name) => join(scene.artifacts, name));
    const journals = files.filter((file) => file.endsWith("/events.jsonl"));
    const events = journals.map((file) => readFileSync(file, "utf8")).join("");
    const used = events.match(/"type":"model_answered"/g)?.length ?? 0;
    const synced = syncedBytes(readFileSync(trace, "utf8"));
    const lost = files.filter((file) => (synced.get(file) ?? 0) < readFileSync(file).length);
    for (const file of lost) truncateSync(file, synced.get(file) ?? 0);
    expect(lost.some((file) => file.endsWith("/events.jsonl"))).toBe(true);

    writeFileSync(scene.record, "");
    scene.answers(Object.fromEntries(answers.slice(used)));
    const { code, stderr } = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
    expect(stderr).not.toContain("missing");
    expect(code).toBe(0);
    const landed = scene.git("log", "--format=%(trailers:key=Llmch-Order,valueonly,separator=%x2C)", "work");
    expect(landed.split("\n").filter((order) => order !== "")).toEqual(["WO-02", "WO-01"]);
    const runs = scene.runs("factory");
    expect(runs.flatMap((run) => readJsonLines(run, "exchanges.jsonl"))).toHaveLength(2);
  },
);
