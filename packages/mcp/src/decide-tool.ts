import { EXIT, refusal } from "@llmch/text";
import { z } from "zod";
import { outcomeAnswer, refusedAnswer } from "./answer.ts";
import { detached, look } from "./host.ts";
import { runId } from "./look-tools.ts";
import { mayDecide, statusAnswer, statusSchema } from "./status-tool.ts";
import type { Tool } from "./tool.ts";

const input = z.strictObject({
  run: runId(),
  id: z.string().min(1).optional().describe("the need's id, if the run waits for several things"),
  decision: z.enum(["approve", "reject", "answer"]).describe("a question wants an answer"),
  text: z.string().min(1).max(10_000).optional().describe("the answer; or what should change, for another try"),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("the need's: if it has changed since, nothing is decided"),
});

/** Decides for the user what a model may decide. */
export const decideTool = (): Tool => ({
  ...{ name: "decide", input, output: statusSchema() },
  about:
    "decide what a run waits for, and go on. Some decisions are a person's: the need has the command that they type",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  call: async (given, host) => {
    const { run, id, ...said } = input.parse(given);
    const { artifactsDir, keys, cwd, signal } = host;
    const place = { env: keys.env, cwd, signal };
    const { goOnWith, runStatus } = await detached();
    const status = await runStatus(run, { since: null, waitMs: 0, artifactsDir }, place);
    if (!status.ok) return refusedAnswer(status.issues);
    const { needs, exitCode, state } = status.value;
    const need = id === undefined && needs.length === 1 ? needs[0] : needs.find((each) => each.id === id);
    // A server that was killed may have left what was decided to the next one.
    const isDecided = exitCode === EXIT.waiting && state === "interrupted";
    if (need === undefined && !isDecided) {
      const waits = needs.map((each) => each.id).join(", ") || "nothing";
      return refusedAnswer([refusal("usage", `${run} waits for ${waits}`, "name one thing that it waits for")]);
    }
    if (need !== undefined && !mayDecide(need)) {
      const message = `${need.id} is a person's to decide (${need.kind}): ${need.what}`;
      return refusedAnswer([refusal("usage", message, `ask them to type \`${need.commands.join("` or `")}\``)]);
    }
    const outcome =
      need === undefined ? null : await look("decide", { run, id: need.id, ...said, resume: false }, host);
    if (outcome?.result === null) return outcomeAnswer("decide", outcome, `llmch show ${run} --json`);
    const left = needs.filter((each) => each.id !== need?.id);
    const goesOn = host.queue?.forward ?? ((id: string) => goOnWith(id, { ...host, ...host.keys }));
    const resumed = left.length > 0 && host.queue === undefined ? null : await goesOn(run);
    return resumed?.ok === false ? refusedAnswer(resumed.issues) : statusAnswer(run, { since: null, waitMs: 0 }, host);
  },
});
