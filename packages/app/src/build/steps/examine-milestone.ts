import { type BuildState, type BuildStep, milestonesSoFar } from "@llmch/build/machine";
import {
  buildDocument,
  EXAMINATION_FILE,
  type Examination,
  examinationCall,
  type Finding,
  type Need,
} from "@llmch/contract";
import { coverageOf } from "@llmch/planner";
import { limitedByTime, recorderOf, withinBudget } from "@llmch/records";
import { examine, examinedEvent } from "@llmch/run";
import { canonicalJson, EXIT, jsonObject, sha256Hex } from "@llmch/text";
import { done, refused } from "../../outcome.ts";
import { answeredSpecOf, failedEnd, nextAttempt } from "../asking.ts";
import { type Build, branchStanding, type StepEnd, spentBeside, tell } from "../build.ts";
import { hasConsent } from "../consent.ts";
import { examinationOf, scopeOf } from "../documents.ts";
import { decide } from "./ask-user.ts";
import { judgeMilestones } from "./judge-milestones.ts";

type Step<Kind extends BuildStep["kind"]> = Extract<BuildStep, { readonly kind: Kind }>;

/** Holds the product to the sentences that stand by now, on the branch's tip. */
export const examineMilestone = async (
  { milestone, window }: Step<"examine">,
  state: BuildState,
  build: Build,
): Promise<StepEnd> => {
  const { repo, isolation, context, session, model } = build;
  const { commit } = await branchStanding(build, state);
  const spec = await answeredSpecOf(build);
  const before = examinationOf(build.session.directory);
  if (!before.ok) return refused(before.issues);
  const attempt = nextAttempt((number) => examinationCall(window, number), build);
  const examination = 1 + build.events.filter(({ type }) => type === "examined").length;
  const request = {
    ...{ spec, commit, milestone, window, examination, attempt },
    before: { ...before.value, struck: struckIn(build) },
    sentences: sentencesOf(milestone, spec, build),
    source: model,
  };
  const spent = await spentBeside(build, null);
  const ended = await withinBudget({ model, before: spent }, context, async ({ gateway, time }) =>
    limitedByTime(
      await examine(request, {
        ...{ repo, isolation, context, session, signal: time.signal, hasConsent: hasConsent(build) },
        model: gateway.for(recorderOf(session, session.recorded, context)),
      }),
      time.reached(),
      session,
    ),
  );
  if (ended.kind === "refused") return refused([ended.why]);
  if (ended.kind !== "examined") return failedEnd({ ...ended, errors: [], warnings: [] }, "examination", build);
  // Of a tip that people have moved meanwhile nothing counts: its acceptance runs first.
  if ((await branchStanding(build, state)).commit !== commit)
    return judgeMilestones({ kind: "judge", milestones: milestonesSoFar(state) }, state, build);
  await tell(build, examinedEvent(ended, { examination, milestone, tip: commit }));
  return done(null);
};

/** The sentences of the spec that a milestone brings; null for all. */
const sentencesOf = (milestone: string, spec: string, build: Build): readonly string[] | null => {
  const { milestones } = scopeOf(build);
  const covered = coverageOf(spec, milestones)?.sentences ?? [];
  const own = covered.filter(({ orders }) => orders.includes(milestone)).map(({ text }) => text);
  return own.length === 0 ? null : own;
};

/** Has people decide about what examinations found again and again: a finding is struck, or the milestone is reached with it. */
export const decideFindings = async ({ findings }: Step<"decide">, build: Build): Promise<StepEnd> => {
  const waiting: Need[] = [];
  const before = examinationOf(build.session.directory);
  if (!before.ok) return refused(before.issues);
  for (const { id, sentence, why } of findings) {
    const sha256 = sha256Hex(canonicalJson([id, sentence, why]));
    const need: Need = { id, kind: "examination", what: sentence, sha256, shown: findingShown(id, before.value) };
    const said = await decide(need, need.shown ?? why, build);
    if ("end" in said) waiting.push(need);
  }
  const struck = struckIn(build);
  const document = buildDocument("examination", jsonObject({ ...before.value, struck }));
  if (struck.length > before.value.struck.length) await build.session.record(EXAMINATION_FILE, document);
  if (waiting.length === 0) return done(null);
  const errors = waiting.map(({ id, what }) => ({ code: "waiting", message: `${id} waits for you: ${what}` }));
  return { verdict: "ERROR", exitCode: EXIT.waiting, result: null, errors, needs: waiting };
};

/** The findings that people struck, by the journal. */
const struckIn = ({ events }: Pick<Build, "events">): Examination["struck"] =>
  events.flatMap((event) =>
    event.type === "decided" && event.of === "examination" && event.decision === "reject"
      ? [{ id: event.id, reason: event.text ?? "" }]
      : [],
  );

/** What a person reads before they decide: the program, what it expects, and what it printed. */
const findingShown = (id: string, { checks, findings }: Examination): string => {
  const finding: Finding | undefined = findings.find((each) => each.id === id);
  const check = checks.find((each) => each.id === finding?.check);
  const output = check?.results.at(-1)?.output ?? "";
  return [finding?.sentence, `expects: ${check?.expects}`, "", check?.program, "", output].join("\n");
};

/** A milestone is reached once code says so, on the tip that it was told of. */
export const reachMilestone = async (
  { milestone, tip }: Step<"reach">,
  state: BuildState,
  build: Build,
): Promise<StepEnd> => {
  if ((await branchStanding(build, state)).commit !== tip)
    return judgeMilestones({ kind: "judge", milestones: milestonesSoFar(state) }, state, build);
  await tell(build, { type: "milestone_reached", milestone, tip });
  return done(null);
};
