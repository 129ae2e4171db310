import { type Asked, done, refused } from "@llmch/app";
import { runningServer } from "@llmch/app/detached";
import { createQueue, serveCommand, serveFolder } from "@llmch/app/queue";
import type { Installed } from "@llmch/serve";
import { accepted, shellWord } from "@llmch/text";
import { openQueue } from "./database.ts";
import type { Queued } from "./options.ts";
import type { DrawnOutcome } from "./outcome.ts";

/** `llmch submit OPERATION …`: the request is on disk on return, and is carried out by the server of that folder, now or once it runs. */
export const submit = async (
  { operation, request, given, consent }: Asked,
  { data: named, database, dedupKey }: Queued,
  installed: Installed,
  say: (line: string) => void,
): Promise<DrawnOutcome> => {
  const { env, secrets } = installed.keys;
  const { cwd, program, whole } = installed;
  // A folder that is named is meant, whatever the environment names.
  const opened =
    named === undefined || database !== undefined ? await openQueue(database, installed, say) : accepted(null);
  if (!opened.ok) return { ...refused(opened.issues), lines: [] };
  const shared = opened.value;
  const data = shared?.data ?? serveFolder(named, { env, cwd });
  const queue = shared?.queue ?? createQueue(data, { env, secrets, cwd, program, whole });
  const told = await queue.submit({ operation, request, given, cwd, dedupKey, consent });
  await shared?.close();
  if (!told.ok) return { ...refused(told.issues), lines: [] };
  const { id, state, isNew } = told.value;
  const serve = (...flags: readonly string[]) => serveCommand(data, { env, cwd }, ...flags);
  const isFound = shared !== null && database === undefined;
  const show = `llmch show ${id}${isFound ? "" : ` --artifacts-dir ${shellWord(queue.root)}`}`;
  const server = runningServer(data);
  const where =
    shared !== null
      ? `a worker of ${shared.where} carries it out; for a page: llmch serve${isFound ? "" : ` --database ${shellWord(database ?? "")}`}`
      : server === null
        ? `nothing is carried out until a server runs: ${serve()}`
        : server.isHere
          ? `a server carries it out, at http://127.0.0.1:${server.port}; for a link to its page: ${serve("--link")}`
          : "a server on another machine carries it out";
  return {
    // Nothing is carried out yet.
    ...done({ id, state, isNew, verdict: null }, { runId: id }),
    lines: [`job ${id}  ${state}${isNew ? "" : "  (it has that key)"}  ${show}`],
    next: [where],
  };
};
