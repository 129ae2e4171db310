import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeScene } from "@llmch/testkit";
import type { FaultKind } from "../kind.ts";
import type { HostileScene } from "./hostile-scene.ts";
import { SCENES } from "./scenes.ts";

/** The longest that llmch may work between two looks at the signal that stops it (reliability §5). */
const LIMIT_MS = 100;
/** Work that takes no more than this many of the pieces measured beside it is within the limit on a slow machine too. */
const LIMIT_PIECES = 8;

/** Loops that nothing stops, caused by what a repo or a command put there (reliability, S5). */
export const watchdog: FaultKind = {
  name: "watchdog",
  promise: `huge files, trees, patterns and texts: never more than ${LIMIT_MS} ms of work between two looks at Ctrl-C`,
  trials: { full: SCENES.length, sample: 3 },
  parallel: 1,
  needs: ["truncate"],
  prepare: async ({ binary }) => ({
    run: async ({ number, folder }) => {
      const hostile = SCENES[number];
      if (hostile === undefined) return `there is no scene ${number}`;
      const fault = await watched(hostile, folder(), binary);
      return fault === null ? null : `${hostile.name}: ${fault}`;
    },
    close: async () => null,
  }),
};

const watched = async (hostile: HostileScene, folder: string, binary: string): Promise<string | null> => {
  const scene = makeScene({ binary, folder, ...(hostile.files === undefined ? {} : { files: hostile.files }) });
  await hostile.set(scene);
  const before = scene.git("rev-parse", "main");
  const pulse = join(scene.root, "pulse");
  let interrupted = false;
  const finished = await hostile.run(scene, {
    env: {
      LLMCH_PULSE: pulse,
      NODE_OPTIONS: `--import=${fileURLToPath(new URL("./pulse.js", import.meta.url))}`,
    },
    onOutput: (stderr, kill) => {
      if (interrupted || !hostile.interruptAt?.test(stderr)) return;
      interrupted = true;
      kill("SIGINT");
    },
  });
  if (!existsSync(pulse)) return `it left no measurement: ${finished.stderr}`;
  const { longest, piece } = JSON.parse(readFileSync(pulse, "utf8")) as { longest: number; piece: number };
  const limit = Math.max(LIMIT_MS, LIMIT_PIECES * piece) * (hostile.times ?? 1);
  if (scene.git("rev-parse", "main") !== before) return "it moved main";
  if (finished.code !== hostile.code)
    return `it ended with ${finished.code}, not with ${hostile.code}: ${finished.stderr.slice(-500)}`;
  if (longest > limit)
    return `it worked for ${Math.round(longest)} ms without a look, and may for ${Math.round(limit)}`;
  return null;
};
