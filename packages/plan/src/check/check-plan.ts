import { dirname } from "node:path";
import { orderSha256 } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { type CheckOptions, checkManifest, checkText, checkWithIgnored, type PlanCheck } from "@llmch/planner";
import { designIn, type PlanDocument, readPlan, shownRoom } from "@llmch/records";
import { SYNTAX_READERS } from "@llmch/syntax";
import {
  accepted,
  type Environment,
  type JsonObject,
  type JsonValue,
  member,
  type Refusal,
  type Result,
} from "@llmch/text";
import type { RepoListing } from "@llmch/workspace";

/** The result of a check. */
export interface CheckedPlan extends Pick<PlanCheck, "errors" | "warnings" | "verifyExempt" | "coverage"> {
  /** How many orders were not judged against the repo, because its history shows them done. */
  readonly done: number;
  /** Normalised. */
  readonly manifest: JsonObject;
  /** False if a text of the plan is not JSON. */
  readonly json: boolean;
}

/** What a plan is checked against. */
export interface PlanPlace {
  /** The target repo's folder, whose files count as existing; null for none. */
  readonly repo: string | null;
  /** The spec's text, if it is known. */
  readonly spec?: string;
  readonly env: Environment;
  /** Of that repo. */
  readonly settings: Pick<Settings, "factory" | "models">;
}

/** Judges the manifest or the folder of orders at a path (contract §3). Also returns the texts that it was read from. */
export const checkPlanAt = async (
  target: string,
  place: PlanPlace,
): Promise<Result<CheckedPlan & Pick<PlanDocument, "source">, Refusal>> => {
  const listing = await listingOf(place);
  if (!listing.ok) return listing;
  const plan = await readPlan(target);
  if (!plan.ok) return plan;
  const { value } = plan;
  const { source } = value;
  const design = await designIn(value.kind === "manifest" ? dirname(target) : target);
  if (!design.ok) return design;
  if (value.kind === "unreadable") {
    const { diagnostics: errors, isJson: json } = value;
    const found = { errors, warnings: [], verifyExempt: {}, coverage: null };
    return accepted({ ...found, done: 0, manifest: {}, json, source });
  }
  const check = (options: CheckOptions) =>
    value.kind === "manifest" ? checkText(value.text, options) : checkManifest(value.document, options);
  const judged = await judge(
    check,
    { ...(await optionsOf(listing.value, place)), design: design.value },
    listing.value,
  );
  return accepted({ ...checked(judged), source });
};

/** Judges a manifest passed as a value. */
export const checkPlanValue = async (manifest: JsonValue, place: PlanPlace): Promise<Result<CheckedPlan, Refusal>> => {
  const listing = await listingOf(place);
  if (!listing.ok) return listing;
  const check = (options: CheckOptions) => checkManifest(manifest, options);
  return accepted(checked(await judge(check, await optionsOf(listing.value, place), listing.value)));
};

type Judged = PlanCheck & { readonly json?: boolean };

/** A condition that cannot hold may be that of an order which is done already: only then is the history read. */
const judge = async (
  check: (options: CheckOptions) => Judged,
  options: CheckOptions,
  listing: RepoListing | null,
): Promise<Judged> => {
  const judged = (given: CheckOptions) =>
    checkWithIgnored((ignored) => check({ ...given, ignored }), listing?.ignoredAmong);
  const first = await judged(options);
  if (listing === null || !first.errors.some(({ code }) => code === "E101")) return first;
  const done = await listing.doneOrders();
  if (done.length === 0) return first;
  const isMarked = (await import("@llmch/factory")).doneIn(done);
  const isDone = (order: JsonObject) => isMarked(String(member(order, "id")), orderSha256(order));
  return judged({ ...options, isDone });
};

/** The files of the repo; null if there is none. Loading the git code takes as long as judging a small plan. */
const listingOf = async ({ repo, env }: PlanPlace): Promise<Result<RepoListing | null, Refusal>> =>
  repo === null ? accepted(null) : (await import("@llmch/workspace")).repoListing(repo, env);

const optionsOf = async (
  listing: RepoListing | null,
  { repo, spec, settings, env }: PlanPlace,
): Promise<CheckOptions> => {
  const room = listing === null ? undefined : await shownRoom(repo, listing, settings, env);
  return {
    ...{ repoFiles: listing?.files ?? [], syntaxes: SYNTAX_READERS },
    ...(spec === undefined ? {} : { spec }),
    ...(room && { room }),
  };
};

const checked = ({ errors, warnings, verifyExempt, coverage, manifest, orders, json = true }: Judged): CheckedPlan => {
  const done = orders.filter(({ isDone }) => isDone).length;
  return { errors, warnings, verifyExempt, coverage, done, manifest: manifest ?? {}, json };
};
