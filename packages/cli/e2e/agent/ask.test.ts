import { basename } from "node:path";
import { afterEach, expect, test } from "vitest";
import { closeLiveScenes, createLiveScene } from "../live/live-scene.ts";
import { engineer } from "./engineer.ts";

afterEach(closeLiveScenes);

const ANSWER = "It rounds in `lib/cart.js:2` and again in `lib/cart.js:40`.";

test("a question is answered with citations that are checked; the run is shown, counted and replayed", async () => {
  const scene = await createLiveScene(
    engineer([
      () => [["search", { query: "round" }]],
      ([found = ""]) =>
        found.includes("lib/cart.js:2") ? JSON.stringify({ answer: ANSWER, parts: [] }) : "nothing was found",
    ]),
  );
  scene.write({
    "lib/cart.js": "const total = (cart) =>\n  round(cart.sum);\n",
    ".env": "TOKEN=round-and-round-1234567\n",
  });
  scene.git("add", "-A");
  scene.git("commit", "-qm", "A cart");
  scene.write({ "lib/cart.js": "not committed\n" });
  const where = ["--repo", scene.repo];
  const { code, stdout, stderr } = await scene.llmch(["ask", "Why does the cart round twice?", ...where]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(stdout).toContain("It rounds in `lib/cart.js:2` and again in");
  expect(stdout + stderr).toContain("struck");
  expect(JSON.stringify(scene.server.requests.map(({ body }) => body))).not.toContain("round-and-round");

  const [run = ""] = scene.runs("ask");
  const shown = await scene.llmch(["show", basename(run)]);
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("Why does the cart round twice?")]);
  expect(await scene.llmch(["runs"])).toMatchObject({ code: 0, stdout: expect.stringContaining("ask") });
  expect(await scene.llmch(["cost"])).toMatchObject({ code: 0 });
  expect(await scene.llmch(["audit", basename(run)])).toMatchObject({ code: 0 });

  const asked = scene.server.requests.length;
  const again = await scene.llmch([
    "ask",
    "Why does the cart round twice?",
    ...where,
    "--replay",
    basename(run),
    "--json",
  ]);
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, struck: [expect.anything()], parts: [] });
  expect(scene.server.requests).toHaveLength(asked);
});
