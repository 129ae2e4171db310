import type { RunObserver } from "@llmch/config";
import {
  type Decided,
  type EventBody,
  type Need,
  type NeedKey,
  type NeedKind,
  needName,
  type RunConfig,
  type SealedTree,
} from "@llmch/contract";
import type { Session } from "@llmch/records";
import { readDecision, writeDecision } from "@llmch/store/journals";
import { type Environment, formatRefusal } from "@llmch/text";

/** A step that a person decides about. */
export interface Approvable {
  readonly need: Need;
  /** The work that it is about, for the record; left out if it is about none. */
  readonly work?: Pick<SealedTree, "base" | "tree">;
  /** What is to be decided, as a text for people; left out if the need has all of it. */
  shown?(): Promise<string> | string;
}

/** Has people decide. */
export interface Gate {
  /** Whether steps of that kind wait because the run's config says so. */
  waits(kind: NeedKind): boolean;
  /**
   * What was decided; null if nothing was: then what it is about waits. Recorded before it is shown, and before anything follows from it.
   * @param session of the order's run that it is about, which keeps the record unless that is part of another
   */
  decide(step: Approvable, session: Session): Promise<Decided | null>;
}

interface Given extends Pick<RunObserver, "decides"> {
  readonly config: Pick<RunConfig, "approve">;
  /** The session of a run of several orders, which keeps the record; null for a single order. */
  readonly whole: Session | null;
  /** What the record says already. */
  readonly events: readonly EventBody[];
  readonly env: Environment;
  readonly secrets: readonly string[];
}

/** Asks the record, then whoever is there. */
export const openGate = ({ config, whole, events, env, secrets, decides }: Given): Gate => {
  const told = new Set(events.flatMap((event) => (isOfDecisions(event) ? [nameOf(event)] : [])));
  const tell = async (session: Session, event: DecisionBody): Promise<void> => {
    if (told.has(nameOf(event))) return;
    told.add(nameOf(event));
    await session.emit(event);
    await session.settle();
  };
  const decide = async ({ need, work, shown }: Approvable, session: Session): Promise<Decided | null> => {
    const { kind: of, ...members } = need;
    await tell(session, { type: "decision_needed", of, ...members, ...(work === undefined ? {} : { work }) });
    const ask = async () => {
      const said = (await decides?.(need, (await shown?.()) ?? need.shown ?? need.what)) ?? null;
      if (said === null) return null;
      const written = writeDecision(session, need, { through: "terminal", ...said }, { env, secrets, now: new Date() });
      const decided = written.ok ? written.value : readDecision(env, session, need);
      // Another process may have been quicker.
      if (decided === null && !written.ok) throw new Error(formatRefusal(written.issues[0]));
      return decided;
    };
    const decided = readDecision(env, session, need) ?? (await ask());
    if (decided !== null) await tell(session, { type: "decided", ...decided });
    return decided;
  };
  const asked = new Map<string, Promise<Decided | null>>();
  return {
    waits: (kind) => config.approve?.some((each) => each === kind) === true,
    // Orders side by side may need the same.
    decide: (step, session) => {
      const name = needName(step.need);
      const said = asked.get(name) ?? decide(step, whole ?? session);
      asked.set(name, said);
      return said;
    },
  };
};

type DecisionBody = Extract<EventBody, { readonly type: "decision_needed" | "decided" }>;

const isOfDecisions = (event: EventBody): event is DecisionBody =>
  event.type === "decision_needed" || event.type === "decided";
const keyOf = ({ id, of: kind, sha256 }: DecisionBody): NeedKey => ({ id, kind, sha256 });
const nameOf = (event: DecisionBody): string => `${event.type} ${needName(keyOf(event))}`;
