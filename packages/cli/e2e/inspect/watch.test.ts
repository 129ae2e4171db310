import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { expect, test } from "vitest";
import { createScene } from "../scene.ts";

test("a run can be watched from elsewhere during and after it, which leaves no trace", async () => {
  const scene = createScene();
  const [waits, goes] = [join(scene.root, "waits"), join(scene.root, "goes")];
  scene.order({
    acceptance_commands: [
      `sh -c "test -e greet.js || exit 1; touch '${waits}'; while ! test -e '${goes}'; do sleep 0.02; done; exit 1"`,
    ],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const place = ["--artifacts-dir", scene.artifacts];
  const told = join(scene.root, "told");
  const tell = `sh -c 'echo "$LLMCH_COMMAND $LLMCH_VERDICT $LLMCH_EXIT_CODE: $0" > "${told}"; echo "\${KEY:-none}" >> "${told}"'`;
  const flags = ["--branch", "work", "--no-sandbox", "--max-attempts", "1"];
  const running = scene.runAll(flags, { env: { KEY: "sk-canary-0123456789", LLMCH_NOTIFY_COMMAND: tell } });
  for await (const _ of setInterval(10)) if (existsSync(waits)) break;
  const watched = await scene.llmch(["watch", ...place], {
    onOutput: async (printed) => {
      if (printed.includes("verify")) writeFileSync(goes, "");
    },
  });
  const ran = await running;
  expect([ran.code, watched.code]).toEqual([1, 1]);
  expect(readFileSync(told, "utf8")).toBe(
    "run-all FAIL 1: llmch run-all: FAIL  0 of 1 order passed; WO-01 failed (acceptance_failed)  on work\nnone\n",
  );
  expect(watched.stdout).toMatch(/^FAIL {2}run-all [0-9A-Z]{26}\n$/);
  expect(watched.stderr).toMatch(/WO-01 1\/1 {2}attempt 1 of 1[\s\S]*attempt 1 failed: acceptance_failed/);

  const before = readdirSync(scene.artifacts, { recursive: true }).sort();
  const again = await scene.llmch(["watch", ...place, "--json"]);
  expect(again.code).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({ command: "watch", ok: false, verdict: "FAIL" });
  expect((await scene.llmch(["watch", "nothing", ...place])).stderr).toMatch(/^error: there is no run nothing in /);
  expect(readdirSync(scene.artifacts, { recursive: true }).sort()).toEqual(before);
});
