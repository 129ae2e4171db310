import { describe, expect, it } from "vitest";
import { createScene } from "../scene.ts";

describe("llmch graph", () => {
  it("draws the orders of a directory, even of an invalid plan", async () => {
    const scene = createScene();
    scene.order({ id: "WO-01", title: "Greet", allowed_files: ["a.js"] });
    scene.order({
      id: "WO-02",
      title: "Part",
      allowed_files: ["b.js"],
      context_files: ["a.js"],
      acceptance_commands: ["a | b"],
    });
    const { code, stdout } = await scene.llmch(["graph", scene.orders]);
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, 3)).toEqual(["WO-01* Greet", "WO-02* Part", "       └ WO-01  needs a.js"]);
    const json = await scene.llmch(["graph", scene.orders, "--format", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ longest_chain: ["WO-01", "WO-02"] });
  });

  it("refuses what holds no orders", async () => {
    const scene = createScene();
    const { code, stdout, stderr } = await scene.llmch(["graph", scene.repo, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ command: "graph", ok: false, errors: [{ code: "no-orders" }] });
    expect(stderr).toContain("holds no WO-NN.json");
  });

  it("names the directory if it is given one order", async () => {
    const scene = createScene();
    scene.order();
    const { code, stderr } = await scene.llmch(["graph", "wo/WO-01.json"], { cwd: scene.root });
    expect(code).toBe(1);
    expect(stderr).toContain("wo/WO-01.json is one work order, WO-01, not a plan: give the directory of its plan: wo");
  });
});
