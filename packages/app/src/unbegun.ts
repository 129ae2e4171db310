import { resolve } from "node:path";
import type { Context, GivenSettings, RunAsked } from "@llmch/config";
import type { Need } from "@llmch/contract";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { CATALOGUE, type OperationName } from "./catalogue.ts";

type Request = Readonly<Record<string, unknown>>;

/** A request as a caller makes it: the operation's name, its members, and settings by name. */
export interface Asked extends Pick<RunAsked, "runId" | "isForeign" | "by" | "consent"> {
  readonly operation: OperationName;
  readonly request: Request;
  readonly given: GivenSettings;
}

/** A request to carry out in the folder that holds it. */
interface Unbegun {
  readonly asked: Asked;
  readonly cwd: string;
}

/** A request of somebody else's, which today's user has not agreed to. */
interface NotAgreed {
  readonly needs: readonly Need[];
  /** The command that agrees. */
  readonly approve: string;
}

/**
 * What to carry out if a run is to be resumed that has not begun: its request, in its own folder. Null for any other run. What the resume
 * asks for comes on top.
 */
export const unbegun = async (
  { run, artifactsDir, repo, ...more }: Request,
  given: GivenSettings,
  { env, cwd, here, signal, warn }: Pick<Context, "env" | "cwd" | "signal" | "warn"> & { readonly here: string },
): Promise<Result<Unbegun | NotAgreed, Refusal> | null> => {
  if (typeof run !== "string") return null;
  const { findRequest } = await import("./runs/resume/find-request.ts");
  const place = typeof artifactsDir === "string" ? { artifactsDir } : {};
  const found = await findRequest({ run, ...place }, { env, cwd, signal });
  if (found === null || !found.ok) return found;
  const { kind, runId, artifactsRoot, isOwn, ...stored } = found.value;
  const operation = CATALOGUE.find((entry) => entry.name === stored.operation && entry.makes === kind)?.name;
  if (operation === undefined) {
    const message = `the request of the run ${runId} cannot be used: it is no ${kind} run's`;
    return rejected(refusal("not-resumable", message, "start it again"));
  }
  const elsewhere = isOwn ? null : await import("./runs/resume/request-elsewhere.ts");
  const strange = elsewhere?.strangePlace(found.value, resolve(cwd, String(repo ?? here))) ?? null;
  if (strange !== null) return rejected(strange);
  const needs = (await elsewhere?.openNeedsOf(found.value, env)) ?? [];
  if (needs.length > 0) {
    const { approveCommand } = await import("./runs/resume/next-commands.ts");
    return accepted({ needs, approve: approveCommand(runId, artifactsRoot, { env, cwd }) });
  }
  if (elsewhere !== null) warn(elsewhere.requestWarning(runId));
  const { request, given: before } = elsewhere?.tightened(stored) ?? stored;
  const at = typeof repo === "string" ? { repo: resolve(cwd, repo) } : {};
  const asked = {
    ...{ operation, runId, isForeign: !isOwn, by: stored.by, consent: isOwn && stored.consent },
    request: { ...request, ...chosen(more), ...at, artifactsDir: artifactsRoot },
    given: { ...before, ...given },
  };
  return accepted({ asked, cwd: stored.cwd });
};

/** What the resume's request says, without what it leaves as it is. */
const chosen = (more: Request): Request =>
  Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined && value !== false));
