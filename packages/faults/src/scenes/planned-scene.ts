import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finished, makeScene, type Scene, type SceneInvocation, sceneOrder } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";

/** A scene with a spec, and recorded answers to its plan and to both of the plan's orders. */
export interface PlannedScene extends Scene {
  /** `llmch plan` of the spec with the record, into the scene's orders. */
  plan(flags?: readonly string[], invocation?: SceneInvocation): Promise<Finished>;
}

/** Orders for one file each. The first answer to the first one is wrong. */
export const plannedScene = (folder: string, binary: string, files: Readonly<Record<string, string>>): PlannedScene => {
  const scene = makeScene({ binary, files, folder });
  writeFileSync(join(scene.root, "spec.txt"), "Build a greeter.\n");
  scene.answers({
    "plan/attempt-1": JSON.stringify({ system_overview: ["A greeter."], verify_contract: null, work_orders: ORDERS }),
    "WO-01/attempt-1": scene.answer({ "greet.js": "" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "export const greet = 1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/bye.js": "export const bye = 2;\n" }),
  });
  const plan: PlannedScene["plan"] = (flags = [], invocation) => {
    const inputs = ["--spec", join(scene.root, "spec.txt"), "--repo", scene.repo, "--outdir", scene.orders];
    return scene.llmch(
      ["plan", ...inputs, "--artifacts-dir", scene.artifacts, "--replay", scene.record, ...flags],
      invocation,
    );
  };
  return { ...scene, plan };
};

const orderOf = (id: string, path: string): JsonObject => {
  const { verify_exempt: _, provenance: __, ...order } = sceneOrder({ id, allowed_files: [path] });
  return JSON.parse(JSON.stringify(order));
};

const ORDERS = [orderOf("WO-01", "greet.js"), orderOf("WO-02", "src/bye.js")];
