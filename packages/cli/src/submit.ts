import { type Asked, done, refused } from "@llmch/app";
import { shellWord } from "@llmch/app/drawing";
import type { Queued } from "./options.ts";
import type { DrawnOutcome } from "./outcome.ts";
import type { installedAt } from "./serve.ts";

/** `llmch submit OPERATION …`: the request is on disk on return, and is carried out by the server of that folder, now or once it runs. */
export const submit = async (
  { operation, request, given }: Asked,
  { data: named, dedupKey }: Queued,
  { keys: { env, secrets }, cwd, program, whole }: ReturnType<typeof installedAt>,
): Promise<DrawnOutcome> => {
  const [{ createQueue, serveFolder }, { runningServer }] = await Promise.all([
    import("@llmch/app/queue"),
    import("@llmch/app/detached"),
  ]);
  const data = serveFolder(named, { env, cwd });
  const queue = createQueue(data, { env, secrets, cwd, program, whole });
  const told = await queue.submit({ operation, request, given, cwd, dedupKey });
  if (!told.ok) return { ...refused(told.issues), lines: [] };
  const { id, state, isNew } = told.value;
  const folder = named === undefined ? "" : ` --data ${shellWord(named)}`;
  const show = `llmch show ${id} --artifacts-dir ${shellWord(queue.root)}`;
  const server = runningServer(data);
  const where =
    server === null
      ? `nothing is carried out until a server runs: llmch serve${folder}`
      : `a server carries it out, at http://127.0.0.1:${server.port}; for a link to its page: llmch serve --link${folder}`;
  return {
    ...done({ id, state, isNew }, { runId: id }),
    lines: [`job ${id}  ${state}${isNew ? "" : "  (it has that key)"}  ${show}`],
    next: [where],
  };
};
