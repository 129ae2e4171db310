import { look } from "@llmch/app/detached";
import type { Host } from "../host.ts";

/** What an operation gives that only looks, or does what a person said on a page. */
export const lookFor = (
  operation: Parameters<typeof look>[0],
  request: Readonly<Record<string, string | boolean>>,
  repo: string | null,
  { version, templates, cwd, keys, signal, queue }: Host,
): ReturnType<typeof look> =>
  look(operation, request, {
    ...{ version, templates, cwd, keys, signal, here: repo ?? cwd },
    ...{ artifactsDir: queue.root, caller: { through: "page" } },
  });
