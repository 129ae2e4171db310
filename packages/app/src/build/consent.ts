import { REQUEST_FILE, readRequest, requestDocument } from "@llmch/store";
import type { Build } from "./build.ts";

type Place = Pick<Build, "session" | "context">;

/** Whether the build's user agreed to the commands, network and context of all that it will plan, as its request records (contract §11). */
export const hasConsent = (place: Place): boolean => requestOf(place)?.consent === true;

/** Whether its goals are commands that a person typed: a program's are unseen. */
export const hasTypedGoals = (build: Pick<Build, "session" | "context" | "config">): boolean => {
  const asked = requestOf(build);
  return build.config.goals !== undefined && asked !== null && asked.by !== "program";
};

/** Records that consent in the build's request, which a person gave who saw what it would do. */
export const recordConsent = async (place: Place): Promise<void> => {
  const asked = requestOf(place);
  if (asked === null || asked.consent === true) return;
  const { session, context } = place;
  await session.record(REQUEST_FILE, requestDocument(context.env, session, { ...asked, consent: true }));
  await session.settle();
};

/** The build's request, if it is this user's; null otherwise. */
const requestOf = ({ session, context }: Place) => {
  const kept = readRequest(context.env, session);
  return kept?.ok === true && kept.value.isOwn ? kept.value : null;
};
