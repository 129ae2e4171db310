import { afterAll, afterEach } from "vitest";
import { closeLiveScenes } from "./live/live-scene.ts";
import { removePlanScenes } from "./plan/plan-scene.ts";
import { removeScenes } from "./scene.ts";

// Runs for every test file, even if files share their modules.
afterEach(closeLiveScenes);
afterAll(() => {
  removeScenes();
  removePlanScenes();
});
