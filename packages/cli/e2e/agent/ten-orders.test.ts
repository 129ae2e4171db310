import { basename } from "node:path";
import { afterEach, expect, test } from "vitest";
import { closeLiveScenes, createLiveScene } from "../live/live-scene.ts";
import { readJsonLines } from "../scene.ts";
import { engineer } from "./engineer.ts";
import { TEN_ORDERS } from "./ten-orders.ts";

afterEach(closeLiveScenes);

/** `has.sh TEXT PATH`, or `has.sh ! TEXT PATH`; needs no further quoting. */
const HAS = 'if [ "$1" = ! ]; then shift; ! grep -rqF "$1" "$2" 2>&-; else grep -qF "$1" "$2"; fi\n';

const command = (acceptance: string): string => {
  const [, not = "", text = "", path = ""] = /^(! )?(.*) (\S+)$/.exec(acceptance) ?? [];
  return `sh scripts/has.sh ${not}${JSON.stringify(text)} ${path}`;
};

test("ten orders that need looking around pass with tools, with four at once, and replay to the same trees", async () => {
  const scene = await createLiveScene({
    chat: (request, index) => {
      const order = TEN_ORDERS.find(({ title }) => request.prompt.includes(title));
      const { chat } = engineer(order?.acts ?? []);
      if (typeof chat !== "function") throw new Error("an engineer answers by the request");
      return chat(request, index);
    },
  });
  const settings = { "llmch.config.json": JSON.stringify({ verify: { commands: ["true"] } }) };
  const files = Object.assign({ "scripts/has.sh": HAS, ...settings }, ...TEN_ORDERS.map((each) => each.files));
  scene.write(files);
  scene.git("add", "-A");
  scene.git("commit", "-qm", "What there is");
  for (const [index, { title, allowed, acceptance }] of TEN_ORDERS.entries()) {
    scene.order({
      id: `WO-${String(index + 1).padStart(2, "0")}`,
      title,
      allowed_files: [...allowed],
      postconditions: [],
      acceptance_commands: [command(acceptance)],
    });
  }
  const { code, stdout } = await scene.runAll(["--branch", "work", "--agent", "on", "--jobs", "4"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("PASS  10 of 10 orders")]);
  const attempts = scene.runs().flatMap((run) => {
    const events = readJsonLines(run, "events.jsonl") as { readonly type: string }[];
    return events.filter(({ type }) => type === "attempt_failed");
  });
  expect(attempts).toEqual([]);

  const [schedule = ""] = scene.runs("run-all").map((path) => basename(path));
  const asked = scene.server.requests.length;
  const again = await scene.runAll(["--branch", "again", "--agent", "on", "--replay", schedule, "--replay-strict"]);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("PASS  10 of 10 orders")]);
  expect(scene.server.requests).toHaveLength(asked);
  const trees = (branch: string) => scene.git("log", "--format=%T", branch);
  expect(trees("again")).toBe(trees("work"));
  expect(scene.leftovers()).toEqual([]);
});
