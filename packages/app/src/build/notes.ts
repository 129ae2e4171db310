import { buildState, scopeSince } from "@llmch/build";
import type { EventBody, NeedKey } from "@llmch/contract";
import type { RunPlace } from "@llmch/store";
import { readDecision, type Said, writeDecision } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, sha256Hex } from "@llmch/text";
import type { OperationContext } from "../context.ts";
import { type Build, numbered, tell } from "./build.ts";
import { scopeOf, strayFault } from "./documents.ts";
import { take } from "./steps/take-scope.ts";

/** What the user of a build says to it: a note, or new sentences for its spec. */
export type Note = Pick<Extract<EventBody, { readonly type: "noted" }>, "of" | "text">;

export const NOTES = ["note", "more"] as const;

/** The need that a note answers, which nobody asked: so it is kept as what people decide is, and a stranger's does not count. */
const needOf = (of: Note["of"], number: number): NeedKey => ({
  ...{ id: `${of}-${numbered(number)}`, kind: "question", sha256: sha256Hex(of) },
});

/** Leaves notes in the folder of a build, whoever carries it out: they are taken up before its next step. */
export const leaveNotes = (
  notes: readonly Note[],
  place: RunPlace,
  caller: Pick<Said, "through" | "client">,
  { env, secrets }: Pick<OperationContext, "env" | "secrets">,
): Result<null, Refusal> => {
  for (const { of, text } of notes) {
    let number = 1;
    while (readDecision(env, place, needOf(of, number)) !== null) number += 1;
    const said = { decision: "answer", text, ...caller } as const;
    const written = writeDecision(place, needOf(of, number), said, { env, secrets, now: new Date() });
    if (!written.ok) return written;
  }
  return accepted(null);
};

/** Takes up what was left since: from now on it is part of the spec, and a milestone brings it. */
export const takeNotes = async (build: Build): Promise<void> => {
  const { events, session, context } = build;
  let isTaken = false;
  for (const of of NOTES) {
    for (let number = 1 + events.filter((event) => event.type === "noted" && event.of === of).length; ; number += 1) {
      const said = readDecision(context.env, session, needOf(of, number));
      if (said === null) break;
      // A scope that is not as it was taken is judged first.
      if (!isTaken && (await strayFault(buildState(events), build)) !== null) return;
      isTaken = true;
      const text = said.text ?? "";
      await tell(build, { type: "noted", of, text, at: said.at });
      const { current, scopeSha256 } = buildState(events);
      if (scopeSha256 !== null)
        await take(scopeSince(scopeOf(build), [text], of === "note" ? current : null), "user", build);
    }
  }
};
