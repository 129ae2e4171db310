import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Context, GivenSettings, RunAsked } from "@llmch/config";
import type { Need, RunKind } from "@llmch/contract";
import type { RunRequest } from "@llmch/store";
import {
  accepted,
  canonicalJson,
  isJsonObject,
  type JsonObject,
  printable,
  type Refusal,
  type Result,
  refusal,
  rejected,
  sha256Hex,
} from "@llmch/text";
import { CATALOGUE, type OperationName } from "./catalogue.ts";

type Request = Readonly<Record<string, unknown>>;

/** A request to carry out in the folder that holds it. */
interface Unbegun {
  readonly asked: Pick<RunAsked, "runId" | "isForeign" | "by" | "consent"> & {
    readonly operation: OperationName;
    readonly request: Request;
    readonly given: GivenSettings;
  };
  readonly cwd: string;
}

/** A request of somebody else's, which today's user has not agreed to. */
interface NotAgreed {
  readonly needs: readonly Need[];
  /** The command that agrees. */
  readonly again: string;
}

/**
 * What to carry out if a run is to be resumed that has not begun: its request, in its own folder. Null for any other run. What the resume
 * asks for comes on top.
 */
export const unbegun = async (
  { run, list: _, artifactsDir, approve, repo, ...more }: Request,
  given: GivenSettings,
  { env, cwd, here, signal, warn }: Pick<Context, "env" | "cwd" | "signal" | "warn"> & { readonly here: string },
): Promise<Result<Unbegun | NotAgreed, Refusal> | null> => {
  if (typeof run !== "string") return null;
  const { findRequest } = await import("./resume/find-request.ts");
  const place = typeof artifactsDir === "string" ? { artifactsDir } : {};
  const found = await findRequest({ run, ...place }, { env, cwd, signal });
  if (found === null || !found.ok) return found;
  const { kind, runId, artifactsRoot, isOwn, ...stored } = found.value;
  const operation = operationFor(kind, stored.operation);
  if (operation === null) {
    const message = `the request of the run ${runId} cannot be used: it is no ${kind} run's`;
    return rejected(refusal("not-resumable", message, "start it again"));
  }
  const at = typeof repo === "string" ? { repo: resolve(cwd, repo) } : {};
  const request = isOwn ? stored.request : tightened(operation, stored.request);
  const strange = isOwn ? null : await strangePlace({ ...stored, runId }, resolve(cwd, String(repo ?? here)));
  if (strange !== null) return rejected(strange);
  if (!isOwn && approve !== true) {
    const what = `\`llmch ${operation}\` in ${stored.cwd} was asked for elsewhere, or was changed since: ${canonicalJson(request).slice(0, MOST_SHOWN)}`;
    const { resumeCommand } = await import("./resume/next-commands.ts");
    const again = resumeCommand(runId, false, artifactsRoot, { env, cwd }, "--approve");
    const sha256 = sha256Hex(canonicalJson([stored.cwd, operation, stored.request]));
    const wider = await widerOrders(stored);
    return accepted({ needs: [{ id: runId, kind: "orders", what: printable(what), sha256 }, ...wider], again });
  }
  if (!isOwn) warn(foreignWarning(runId));
  const asked = {
    ...{ operation, runId, isForeign: !isOwn, by: stored.by, consent: isOwn && stored.consent },
    request: { ...request, ...chosen(more), ...at, artifactsDir: artifactsRoot },
    given: { ...(isOwn ? stored.given : carriesOut(operation) ? { "factory.push": "never" } : {}), ...given },
  };
  return accepted({ asked, cwd: stored.cwd });
};

const operationFor = (kind: RunKind, name: string): OperationName | null =>
  CATALOGUE.find((entry) => entry.name === name && entry.makes === kind)?.name ?? null;

/** What the resume's request says, without what it leaves as it is. */
const chosen = (more: Request): Request =>
  Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined && value !== false));

/** Members that loosen limits, write elsewhere or replace something: in a request that came from elsewhere, they are for today's user. */
const LOOSENING = [
  ...["allowVerifyExempt", "allowEmpty", "allowDirty", "allowStale", "allowNetwork"],
  ...["push", "pr", "overwrite", "outdir", "out", "run", "agree"],
];

/** A request that came from elsewhere: today's settings count, and commands run in the sandbox alone. */
const tightened = (operation: OperationName, request: JsonObject): JsonObject => {
  const kept = Object.entries(request).filter(([name]) => !LOOSENING.includes(name));
  return { ...Object.fromEntries(kept), ...(carriesOut(operation) ? { sandbox: "required" } : {}) };
};

const carriesOut = (operation: OperationName): boolean =>
  operation === "run" || operation === "run-all" || operation === "build";

/** The most characters of a request that are shown to whoever has to agree to it. */
const MOST_SHOWN = 1_000;

/** Why a request that came from elsewhere is not carried out in the repo that it means: today's user neither stands in it nor has named it. */
const strangePlace = async (
  { runId, request, cwd }: Pick<RunRequest, "request" | "cwd"> & { readonly runId: string },
  chosen: string,
): Promise<Refusal | null> => {
  if (request.repo === false) return null;
  const [{ strangeRepo }, { checkoutAt }] = await Promise.all([import("@llmch/run"), import("@llmch/workspace")]);
  const recorded = resolve(cwd, typeof request.repo === "string" ? request.repo : ".");
  return checkoutAt(recorded) === null ? null : strangeRepo(runId, recorded, chosen);
};

/** What its orders show or write that today's user has to agree to. Orders that cannot be read are refused once they are carried out. */
const widerOrders = async ({ request, cwd }: Pick<RunRequest, "request" | "cwd">): Promise<readonly Need[]> => {
  const named = request.order ?? request.orders;
  if (named === undefined) return [];
  const { foreignNeeds } = await import("@llmch/run");
  const { loadOrderDirectory, loadOrderFile, loadOrderValues } = await import("@llmch/records");
  if (typeof named !== "string") {
    const listed = isJsonObject(named) && Array.isArray(named.orders) ? named.orders : [named].flat();
    const loaded = await loadOrderValues(listed);
    return loaded.ok ? foreignNeeds(loaded.value) : [];
  }
  const path = resolve(cwd, named);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const loaded = isFolder ? await loadOrderDirectory(path) : await loadOrderFile(path);
  return loaded.ok ? foreignNeeds([loaded.value].flat()) : [];
};

const foreignWarning = (runId: string): string =>
  `the request of the run ${runId} was made elsewhere, or was changed since: its commands run in the sandbox alone, and today's settings count`;
