import { reviewOf } from "@llmch/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { carryCandidates, sealedText, WRONG, writing } from "./candidates.fixture.ts";

const answers = fc.constantFrom(
  WRONG,
  "no proposal",
  writing("good"),
  writing("good", 3),
  writing("fine", 3),
  writing("red"),
);
const delays = fc.array(fc.nat(40), { minLength: 3, maxLength: 3 });

test("the outcome of an attempt does not depend on the order in which answers arrive", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(answers, { minLength: 3, maxLength: 3 }),
      fc.array(answers, { minLength: 3, maxLength: 3 }),
      delays,
      fc.constantFrom("first" as const, "best" as const),
      async (first, second, slow, choose) => {
        const keys = (attempt: number) => [
          `WO-01/attempt-${attempt}`,
          ...[2, 3].map((candidate) => `WO-01/attempt-${attempt}/candidate-${candidate}`),
        ];
        const replies = Object.fromEntries(
          [
            keys(1).map((key, index) => [key, first[index] ?? ""]),
            keys(2).map((key, index) => [key, second[index] ?? ""]),
          ]
            .flat()
            .flatMap(([key = "", answer = ""]) => [
              [key, answer],
              [`${key}/review-1`, reviewOf({ severity: answer.length % 2 === 0 ? "minor" : "nit" })],
            ]),
        );
        const told = async (delays: readonly number[]) => {
          const { scene, judged, outcome } = await carryCandidates(replies, {
            ...{ maxAttempts: 2, review: {}, job: { choose }, delays },
          });
          const prompts = scene.ports.model.requests.map(({ key, prompt }) => [key, prompt]).sort();
          const artifacts = [...scene.ports.ledger.artifacts].sort(([one], [two]) => (one < two ? -1 : 1));
          return { judged, kind: outcome.kind, sealed: sealedText(scene), prompts, artifacts };
        };
        const stable = ({ artifacts, ...rest }: Awaited<ReturnType<typeof told>>) => ({
          ...rest,
          artifacts: JSON.stringify(artifacts).replace(/"duration_ms":[0-9]+/g, ""),
        });
        expect(stable(await told(slow))).toEqual(stable(await told([])));
      },
    ),
    { numRuns: 60 },
  );
});
