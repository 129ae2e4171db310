import { basename, isAbsolute } from "node:path";
import type { Decision, Member, OutcomeError } from "@llmch/app";
import { givenSettings, type Job, judgeRequest } from "@llmch/app/queue";
import { RUN_STATES, type RunState } from "@llmch/story";
import {
  accepted,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  objectMember,
  type Result,
  readJson,
  refusal,
  rejected,
  textMember,
  utf8Text,
} from "@llmch/text";
import type { Host } from "../host.ts";
import { type Ask, json, type Reply, type Route } from "../http/route.ts";
import { jobEvents } from "../live/feed.ts";
import { errorsReply, jobDocument, statusOf } from "./documents.ts";

/** `/api/v1`: the queue for programs. */
export const apiRoutes = (newLink: () => string): readonly Route[] => [
  {
    ...{ method: "GET", path: "/api/v1/state" },
    answer: async (_, { version, slots, repos, queue }) => {
      const all = await queue.jobs();
      const of = (state: RunState) => all.filter((job) => job.state === state);
      const jobs = Object.fromEntries(RUN_STATES.map((state) => [state, of(state).length]));
      return json(200, { version, slots, repos, jobs, waiting: of("waiting").map(({ id }) => id) });
    },
  },
  { ...{ method: "POST", path: "/api/v1/jobs" }, answer: submit },
  {
    ...{ method: "GET", path: "/api/v1/jobs" },
    answer: async ({ query }, { queue }) => {
      const state = query.get("state");
      if (state !== null && !RUN_STATES.some((each) => each === state))
        return wrong(`there is no state ${state}`, `name one of ${RUN_STATES.join(", ")}`);
      const jobs = (await queue.jobs()).filter((job) => state === null || job.state === state);
      return json(200, { jobs: jobs.map(jobDocument) });
    },
  },
  { ...{ method: "GET", path: "/api/v1/jobs/:id" }, answer: ofJob(async (job) => json(200, jobDocument(job))) },
  {
    ...{ method: "DELETE", path: "/api/v1/jobs/:id" },
    answer: ofJob(async (job, _, host) => changed(await host.queue.cancel(job.id), host)),
  },
  {
    ...{ method: "GET", path: "/api/v1/jobs/:id/events" },
    answer: ofJob(async (job, { headers }, { queue }) => {
      const after = String(headers["last-event-id"]);
      return jobEvents(job, /^\d{1,15}$/.test(after) ? Number(after) : -1, queue);
    }),
  },
  { ...{ method: "POST", path: "/api/v1/jobs/:id/decision" }, answer: ofJob(decide) },
  {
    ...{ method: "POST", path: "/api/v1/jobs/:id/resume" },
    answer: ofJob(async (job, { body }, host) => {
      const how = body.length === 0 ? accepted({}) : objectIn(body, RESUMING);
      if (!how.ok) return errorsReply(400, how.issues);
      const [skip, brief] = ["skip", "brief"].map((name) => textMember(how.value, name));
      return changed(await host.queue.goOn(job.id, { skip: skip ?? null, brief: brief ?? null }), host);
    }),
  },
  { ...{ method: "POST", path: "/api/v1/links" }, answer: async () => json(201, { url: newLink() }) },
];

const wrong = (message: string, hint: string): Reply => errorsReply(400, [refusal("usage", message, hint)]);

async function submit({ body }: Ask, host: Host): Promise<Reply> {
  const read = objectIn(body, JOB);
  if (!read.ok) return errorsReply(400, read.issues);
  const operation = textMember(read.value, "operation") ?? "";
  const request = member(read.value, "request") ?? {};
  const settings = member(read.value, "settings") ?? {};
  const dedupKey = textMember(read.value, "dedup_key") ?? undefined;
  if (!isJsonObject(request) || !isJsonObject(settings))
    return wrong("request and settings must be objects", "write {operation, request, repo}");
  const repo = repoNamed(member(read.value, "repo") ?? member(request, "repo") ?? undefined, host.repos);
  if (!repo.ok) return errorsReply(400, repo.issues);
  // A step that waits is a setting, which many say in the request.
  const { approve, ...members } = request;
  const own = byGroup({ ...(approve == null ? {} : { approve }), ...settings });
  const given = givenSettings(own, repo.value, host.keys.secrets);
  if (!given.ok) return errorsReply(400, given.issues);
  const asked = { operation, request: { ...members, repo: repo.value }, given: given.value, cwd: repo.value };
  const done = await host.queue.submit({ ...asked, dedupKey, by: "program" });
  if (!done.ok) return errorsReply(statusOf(done.issues), done.issues);
  host.changed();
  return json(done.value.isNew ? 201 : 200, { id: done.value.id, state: done.value.state });
}

/** Settings as the library has them; `{"budget.usd": 2}` is another way to write them. */
const byGroup = (settings: JsonObject): JsonObject => {
  const groups = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(settings)) {
    const [group = "", ...key] = name.split(".");
    const before = groups.get(group) ?? {};
    const own = key.length === 0 ? value : { [key.join(".")]: value };
    groups.set(group, !isJsonObject(before) ? before : isJsonObject(own) ? { ...before, ...own } : own);
  }
  return Object.fromEntries(groups);
};

/** A repo by its path, or by the name of its folder if it is one that is served; the only one, if none is named. */
const repoNamed = (named: unknown, repos: readonly string[]): Result<string, OutcomeError> => {
  if (typeof named === "string" && isAbsolute(named)) return accepted(named);
  const known = repos.filter((each) => named === undefined || basename(each) === named);
  const [repo, ...others] = known;
  if (repo !== undefined && others.length === 0) return accepted(repo);
  const message = named === undefined ? "no repo is named" : `there is no one repo ${JSON.stringify(named)} here`;
  return rejected(refusal("usage", message, "name it by its whole path, or by its folder if `--repo` serves it"));
};

const changed = (done: Result<Job, OutcomeError>, host: Host): Reply => {
  if (!done.ok) return errorsReply(statusOf(done.issues), done.issues);
  host.changed();
  return json(200, jobDocument(done.value));
};

async function decide(job: Job, { body }: Ask, host: Host): Promise<Reply> {
  const read = objectIn(body, DECISION);
  if (!read.ok) return errorsReply(400, read.issues);
  const decision = decisionIn(read.value);
  const of = objectMember(read.value, "of");
  const id = textMember(of, "id");
  const sha256 = textMember(of, "sha256");
  if (decision === null || id === null || sha256 === null)
    return wrong("that is no decision", "write {decision: approve, reject or answer, text, of: {id, sha256}}");
  return changed(await host.queue.decide(job.id, decision, { id, sha256 }), host);
}

const decisionIn = (document: JsonObject): Decision | null => {
  const { decision, text = null } = document;
  if (decision !== "approve" && decision !== "reject" && decision !== "answer") return null;
  return text === null || typeof text === "string" ? { decision, text } : null;
};

const memberOf = (name: string, kind: Member["kind"], isRequired = false): Member => ({
  ...{ name, kind, isRequired, about: "", flag: null },
});

/** The members of what is posted: no other is taken in silence. */
const JOB = [
  ...[memberOf("operation", "text", true), memberOf("request", "value"), memberOf("settings", "value")],
  ...[memberOf("repo", "text"), memberOf("dedup_key", "text")],
];
const RESUMING = ["skip", "brief"].map((name) => memberOf(name, "text"));
const DECISION = ["decision", "text", "of"].map((name) => memberOf(name, "value"));

/** The object that a body is; a member that is null counts as left out. */
const objectIn = (body: Buffer, members: readonly Member[]): Result<JsonObject, OutcomeError> => {
  const text = utf8Text(body);
  const read = text === null ? null : readJson(text);
  if (read?.ok && isJsonObject(read.value)) {
    const said = Object.entries(read.value).filter(([, value]) => value !== null);
    const judged = judgeRequest({ members }, Object.fromEntries(said));
    return judged.ok ? accepted(read.value) : judged;
  }
  const why = read === null ? " (it is not UTF-8)" : read.ok ? "" : ` (${read.issues[0].message})`;
  return rejected(refusal("usage", `the body is no JSON object${why}`, "send one"));
};

/** A route of a job that is there. */
function ofJob(answer: (job: Job, ask: Ask, host: Host) => Promise<Reply>): Route["answer"] {
  return async (ask, host) => {
    const { id = "" } = ask.params;
    const job = await host.queue.job(id);
    if (job !== null) return answer(job, ask, host);
    return errorsReply(404, [refusal("no-such-run", `there is no job ${id}`, "`GET /api/v1/jobs` lists them")]);
  };
}
