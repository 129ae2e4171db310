// What the trials share in which a server dies whose runs outlive it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Scene, type SeenRequest, serves, startModelServer } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { processesOf } from "../processes-of.ts";

/** How long the model takes to answer at most. */
const SLOWEST_MS = 150;
const PATIENCE_MS = 150_000;

/** How a model answers a prompt. */
interface Answers {
  orders(prompt: string): readonly unknown[];
  /** The one file that the order of a prompt writes. */
  path(prompt: string): string;
}

/** A model that notes what it is asked, by the key that asks, and takes a while. */
export const startNotingModel = async ({ orders, path }: Answers) => {
  const asked = new Map<string, string[]>();
  const noted = ({ headers, prompt }: SeenRequest, value: JsonObject) => {
    const key = headers.authorization?.replace(/^Bearer /, "") ?? "";
    asked.set(key, [...(asked.get(key) ?? []), prompt]);
    const answer = serves.answers(JSON.stringify(value));
    return async (turn: Parameters<typeof answer>[0]) => {
      await setTimeout(prompt.length % SLOWEST_MS);
      await answer(turn);
    };
  };
  const server = await startModelServer({
    responses: (request) => {
      const work_orders = JSON.parse(JSON.stringify(orders(request.prompt)));
      return noted(request, { system_overview: [], verify_contract: null, work_orders });
    },
    chat: (request) => {
      const writes = [{ path: path(request.prompt), base_sha256: null, content: "1;\n" }];
      return noted(request, { summary: "Did.", writes });
    },
  });
  return {
    url: server.url,
    /** What was asked twice with that key, in words. */
    paidTwice: (key: string): string | null => {
      const prompts = asked.get(key) ?? [];
      const twice = prompts.find((prompt, index) => prompts.indexOf(prompt) !== index);
      return twice === undefined ? null : `asked twice: ${twice.slice(0, 200)}`;
    },
    close: () => server.close(),
  };
};

/** A user without a sandbox, who approves plans. */
export const approvingEnvironment = ({ root, temporary }: Scene, model: Readonly<Record<string, string>>) => {
  const settings = join(root, "own-settings.json");
  writeFileSync(settings, JSON.stringify({ run: { sandbox: "off" }, approve: ["plan"] }));
  const own = {
    ...{ HOME: root, TMPDIR: temporary },
    ...{ XDG_STATE_HOME: join(root, "state"), XDG_CACHE_HOME: join(root, "cache") },
  };
  return { PATH: process.env.PATH ?? "", LLMCH_CONFIG: settings, ...own, ...model };
};

/** What still runs, in words, if it does not end: a run has ended before its process has. */
export const leftRunning = async ({ root }: Scene): Promise<string | null> => {
  for (const until = Date.now() + PATIENCE_MS; ; await setTimeout(100)) {
    const left = processesOf(root);
    if (left.length === 0) return null;
    if (Date.now() > until) return `left running: ${left.join("; ")}`;
  }
};
