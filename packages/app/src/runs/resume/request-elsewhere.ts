import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { GivenSettings } from "@llmch/config";
import type { Need } from "@llmch/contract";
import { loadOrderDirectory, loadOrderFile, loadOrderValues, readManifestBeside } from "@llmch/records";
import { foreignNeeds, strangeRepo } from "@llmch/run";
import type { RunRequest } from "@llmch/store";
import {
  canonicalJson,
  type Environment,
  isJsonObject,
  type JsonObject,
  printable,
  type Refusal,
  sha256Hex,
  textMember,
} from "@llmch/text";
import { checkoutAt } from "@llmch/workspace";
import type { UnbegunRequest } from "./find-request.ts";
import { untrusted } from "./trust.ts";

/** Members that loosen limits, write elsewhere or replace something: in a request that came from elsewhere, they are for today's user. */
const LOOSENING = [
  ...["allowVerifyExempt", "allowEmpty", "allowDirty", "allowStale", "allowNetwork"],
  ...["push", "pr", "overwrite", "outdir", "out", "run", "agree"],
];

/** A request that came from elsewhere: today's settings count, and commands run in the sandbox alone. */
export const tightened = ({
  operation,
  request,
}: Pick<RunRequest, "operation" | "request">): { readonly request: JsonObject; readonly given: GivenSettings } => {
  const kept = Object.entries(request).filter(([name]) => !LOOSENING.includes(name));
  const carriesOut = operation === "run" || operation === "run-all" || operation === "build";
  return {
    request: { ...Object.fromEntries(kept), ...(carriesOut ? { sandbox: "required" } : {}) },
    given: carriesOut ? { "factory.push": "never" } : {},
  };
};

/** The most characters of a request that are shown to whoever has to agree to it. */
const MOST_SHOWN = 1_000;

/** What today's user has not agreed to yet of a request that came from elsewhere: it, and what its orders show or write. */
export const openNeedsOf = async (
  { kind, runId, artifactsRoot, isOwn, ...stored }: UnbegunRequest,
  env: Environment,
): Promise<readonly Need[]> => {
  if (isOwn) return [];
  const { cwd, operation, request } = stored;
  const text = canonicalJson(tightened(stored).request).slice(0, MOST_SHOWN);
  const what = printable(`\`llmch ${operation}\` in ${cwd} was asked for elsewhere, or was changed since: ${text}`);
  const sha256 = sha256Hex(canonicalJson([cwd, operation, request]));
  const needs = [{ id: runId, kind: "orders", what, sha256 } as const, ...(await widerOrders(stored))];
  return untrusted(needs, { directory: resolve(artifactsRoot, kind, runId), runId }, env);
};

/** Why a request that came from elsewhere is not carried out in the repo that it means: today's user neither stands in it nor has named it. */
export const strangePlace = (
  { runId, request, cwd }: Pick<UnbegunRequest, "runId" | "request" | "cwd">,
  chosen: string,
): Refusal | null => {
  if (request.repo === false) return null;
  const recorded = resolve(cwd, typeof request.repo === "string" ? request.repo : ".");
  return checkoutAt(recorded) === null ? null : strangeRepo(runId, recorded, chosen);
};

/** Orders that cannot be read are refused once they are carried out. */
const widerOrders = async ({ request, cwd }: Pick<RunRequest, "request" | "cwd">): Promise<readonly Need[]> => {
  const named = request.order ?? request.orders;
  if (named === undefined) return [];
  if (typeof named !== "string") {
    const listed = isJsonObject(named) && Array.isArray(named.orders) ? named.orders : [named].flat();
    const folder = isJsonObject(named) ? textMember(named, "ordersDirectory") : null;
    const plan = folder === null ? null : (await readManifestBeside(resolve(cwd, folder))).document;
    const loaded = loadOrderValues(listed, plan);
    return loaded.ok ? foreignNeeds(loaded.value) : [];
  }
  const path = resolve(cwd, named);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const loaded = isFolder ? await loadOrderDirectory(path) : await loadOrderFile(path);
  return loaded.ok ? foreignNeeds([loaded.value].flat()) : [];
};

/** The warning for such a request. */
export const requestWarning = (runId: string): string =>
  `the request of the run ${runId} was made elsewhere, or was changed since: its commands run in the sandbox alone, and today's settings count`;
