import { copyFileSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { jsonText, keptText, makeDirectory, writeFileAtomic } from "@llmch/files";
import { COPIES_FILE, endedBy, markStanding, QUEUE_FILE, readQueueRecord, writeQueueRecord } from "@llmch/store";
import { type Environment, isJsonObject, type JsonObject, jsonObject, readJson, textMember } from "@llmch/text";
import { begunWith, type JobRow, listJobs } from "../database/jobs.ts";
import type { Database } from "../database/open-database.ts";
import { layOut } from "../transport/folder-tree.ts";
import { readPublished } from "../transport/published.ts";
import { fetchFrom, makeBeside, openRemote, type Remote, refsOf, refspecsOf } from "../transport/remote.ts";
import { addFiles } from "../worker/place.ts";

/** Where copies of the run folders of a database are, for whoever looks at them. */
export interface CopiesPlace {
  /** The folder of the copies' root. */
  readonly data: string;
  readonly cache: string;
  readonly env: Environment;
  say(line: string): void;
}

/** The run folders of a database as they were last published, in a folder like any other. */
export interface Copies {
  readonly root: string;
  /** Brings them up to date. */
  update(): Promise<readonly JobRow[]>;
}

/** A run's copy is of that commit, and noted like that. */
type Known = Readonly<Record<string, string>>;

export const createCopies = (
  database: Pick<Database, "sql" | "runRefs">,
  { data, cache, env, say }: CopiesPlace,
): Copies => {
  const root = join(data, "artifacts");
  const file = join(data, COPIES_FILE);
  const told = new Set<string>();
  const complain = (line: string): void => {
    if (!told.has(line)) say(line);
    told.add(line);
  };
  const update = async (): Promise<readonly JobRow[]> => {
    makeDirectory(root);
    const known: Record<string, string> = { ...knownIn(file) };
    const rows = await listJobs(database);
    const isThere = ({ kind, run }: JobRow): boolean => existsSync(join(root, kind, run));
    const begun = await begunWith(
      database,
      rows.filter((row) => row.published === null && (!isThere(row) || row.state === "refused")).map(({ run }) => run),
    );
    for (const [run, { files }] of begun) if (known[run] === undefined) addFiles(root, files);
    const isOld = (row: JobRow) =>
      row.published !== null && (commitIn(known[row.run]) !== row.published || !isThere(row));
    const fresh = new Set<string>();
    for (const repo of new Set(rows.filter(isOld).map(({ repo }) => repo))) {
      const opened = await openRemote(repo, { cache, env, runRefs: database.runRefs });
      const wanted = rows.filter((row) => isOld(row) && row.repo === repo);
      // Whoever keeps the remote tidy may have removed some.
      const there = opened.ok ? await refsOf(opened.value, opened.value.refOf("*")) : opened;
      const has = ({ run }: JobRow) => opened.ok && there.ok && there.value.has(opened.value.refOf(run));
      const old = wanted.filter(has);
      const runs = old.map(({ run }) => run);
      const fetched =
        opened.ok && old.length > 0 ? await fetchFrom(opened.value, refspecsOf(opened.value, runs)) : there;
      if (!opened.ok || !fetched.ok) {
        const why = fetched.ok ? "" : fetched.issues[0];
        complain(`${repo} cannot be asked (${why}): its runs are shown as they were before`);
        continue;
      }
      for (const row of old) {
        const copied = await copy(row, opened.value, commitIn(known[row.run]));
        if (copied !== null) complain(copied);
        else fresh.add(row.run);
      }
    }
    for (const row of rows) {
      if (!isThere(row)) continue;
      const stamp = stampOf(row);
      if (!fresh.has(row.run) && known[row.run] === stamp) continue;
      await note(row, begun.get(row.run)?.output ?? null);
      const isCurrent = fresh.has(row.run) || row.published === null || commitIn(known[row.run]) === row.published;
      if (isCurrent) known[row.run] = stamp;
    }
    const text = jsonText(jsonObject(known));
    if (text !== keptText(file)) await writeFileAtomic(file, text);
    return rows;
  };

  const notesOf = ({ run }: JobRow): string => join(data, "notes", run);

  /** Lays out a run as it was published; why it cannot, in words, or null. */
  const copy = async (row: JobRow, remote: Remote, before: string | null): Promise<string | null> => {
    const { run, published } = row;
    const made = await makeBeside(remote, join(remote.folder, "repo"), env);
    if (!made.ok || published === null) return made.ok ? null : made.issues[0];
    const git = made.value;
    const laid = await layOut(git, published, root, before);
    if (!laid.ok) return laid.issues[0];
    // As it was published: what is noted in the copy hides it.
    const [noted, notes] = [join(root, row.kind, run, QUEUE_FILE), notesOf(row)];
    makeDirectory(notes);
    if (existsSync(noted)) copyFileSync(noted, join(notes, QUEUE_FILE));
    const said = await readPublished(git, published, run, env);
    const { branch, tip } = said.ok ? said.value : { branch: null, tip: null };
    // It was published with this key. A run that has just begun to wait is not sealed yet: by itself, it would be nobody's here.
    if (said.ok) for (const each of laid.value) await markStanding(env, { root, ...each });
    // What landed is on its branch there too.
    if (branch !== null && tip !== null) await git.run(["update-ref", `refs/heads/${branch}`, tip]);
    return null;
  };

  /** What rows say of a run is noted in its copy, as a queue in a folder would note it. */
  const note = async (row: JobRow, output: JsonObject | null): Promise<void> => {
    const directory = join(root, row.kind, row.run);
    const record = readQueueRecord(row.published === null ? directory : notesOf(row));
    const { size = 0 } = statSync(join(directory, "events.jsonl"), { throwIfNoEntry: false }) ?? {};
    const isWanted = row.isPending || row.worker !== null;
    const refused = row.state === "refused" && output !== null ? endedBy(output) : null;
    await writeQueueRecord(directory, {
      ...{ ...record, starts: 0, process: row.worker, cancelledAt: row.cancelledAt?.toISOString() ?? null },
      journalBytes: isWanted ? size : record.journalBytes,
      ended: isWanted ? null : (refused ?? record.ended),
      again: isWanted && AGAIN.has(row.state) ? (record.again ?? []) : isWanted ? null : record.again,
    });
  };
  return { root, update };
};

/** Somebody has a run go on that came to its end. */
const AGAIN: ReadonlySet<string> = new Set(["failed", "stopped"]);

const stampOf = ({ published, isPending, worker, cancelledAt, state }: JobRow): string =>
  [published ?? "", isPending, worker ?? "", cancelledAt?.toISOString() ?? "", state].join(" ");

const commitIn = (stamp: string | undefined): string | null => stamp?.split(" ")[0] || null;

const knownIn = (file: string): Known => {
  const read = readJson(keptText(file) ?? "");
  const kept = read.ok && isJsonObject(read.value) ? read.value : {};
  return Object.fromEntries(
    Object.keys(kept).flatMap((run) => {
      const stamp = textMember(kept, run);
      return stamp === null ? [] : [[run, stamp]];
    }),
  );
};
