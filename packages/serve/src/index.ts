import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { claimServer, openServerFolder, runningServer } from "@llmch/app/detached";
import { createQueue, type Queue, readTimers, serveCommand } from "@llmch/app/queue";
import { counted, createRedactor, EXIT, formatRefusal, messageOf, printable, type Refusal } from "@llmch/text";
import type { Host, Installed } from "./host.ts";
import { openSite } from "./open-site.ts";
import { START_ROUTES } from "./pages/start-routes.ts";
import { superviseQueue } from "./queue/supervisor.ts";
import { runTimers, setTimers } from "./queue/timers.ts";

export { printLink } from "./access/print-link.ts";
export type { Installed } from "./host.ts";

/** What `llmch serve` was asked for. */
export interface Served {
  /** 0 for any. */
  readonly port: number;
  /** Absolute; the page offers them. */
  readonly repos: readonly string[];
  /** The folder of the server, absolute. */
  readonly data: string;
  /** How many jobs are carried out at once. */
  readonly slots: number;
  /** A queue whose jobs are carried out elsewhere; left out for that of the folder. */
  readonly shared?: { readonly queue: Queue; readonly where: string } | undefined;
}

const LEAVE_MS = 500;

/** Serves until the signal. The first line on `stdout` is the link. The runs that it began go on. Gives the exit code. */
export const serveJobs = async (
  { port, repos, data, slots, shared }: Served,
  installed: Installed,
  out: { readonly stdout: Writable; readonly stderr: Writable },
  signal: AbortSignal,
): Promise<number> => {
  const { keys, cwd, program, whole } = installed;
  const redactor = createRedactor(keys.secrets);
  const say = (line: string) => out.stderr.write(`${printable(redactor.text(line))}\n`);
  const refuse = (why: Pick<Refusal, "message" | "hint">): number => {
    say(formatRefusal(why));
    return EXIT.failed;
  };
  const servedAlready = {
    message: `a server of ${data} runs already`,
    hint: `\`${serveCommand(data, { env: keys.env, cwd }, "--link")}\` prints a link to it; \`--data\` names another folder`,
  };
  const token = openServerFolder(data);
  if (!token.ok) return refuse(token.issues[0]);
  if (runningServer(data) !== null) return refuse(servedAlready);
  const read = await readTimers({ env: keys.env, cwd });
  const timers = read.ok ? await setTimers(read.value, keys.env) : read;
  if (!timers.ok) return refuse(timers.issues[0]);
  const own = createQueue(data, { env: keys.env, secrets: keys.secrets, cwd, program, whole });
  let changed = (): void => {};
  const host: Host = {
    ...{ ...installed, data, repos, slots, timers: timers.value, queue: shared?.queue ?? own, signal },
    changed: () => changed(),
  };
  const opened = await openSite({
    ...{ port, token: token.value, host, routes: START_ROUTES },
    rest: async () => (await import("./pages/job-routes.ts")).JOB_ROUTES,
    failed: (fault) => say(`llmch serve: ${messageOf(fault)}`),
  });
  if (!opened.ok) return refuse(opened.issues[0]);
  const site = opened.value;
  const claimed = await claimServer(data, site.port);
  if (!claimed.ok) {
    await site.close();
    return refuse(claimed.issues[0].code === "locked" ? servedAlready : claimed.issues[0]);
  }
  const supervisor = shared === undefined ? superviseQueue({ ...host, queue: own }, say) : null;
  changed = supervisor?.look ?? changed;
  const timed = runTimers(timers.value, host, say);
  out.stdout.write(`${site.newLink()}\n`);
  const work = shared === undefined ? `${counted(slots, "slot")}, data in ${data}` : `the queue is ${shared.where}`;
  say(`${counted(repos.length, "repo")}, ${work}; Ctrl-C ends it, and runs go on`);
  if (!signal.aborted) await once(signal, "abort");
  // Whatever is being begun, the next server goes on from it.
  const working = Promise.race([
    Promise.all([supervisor?.done, timed]),
    setTimeout(LEAVE_MS, undefined, { ref: false }),
  ]);
  await Promise.all([site.close(), working]);
  claimed.value();
  return EXIT.ok;
};
