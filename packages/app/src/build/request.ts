import { z } from "zod";
import { choice, document, importing, RARE, repeated, run, text } from "../description/members.ts";
import { runMembers, severalOrders } from "../request/run-request.ts";

/** What a build is asked for: a spec, and how to carry out its windows. */
export const buildRequest = () => {
  const { dryRun: _, out: __, ...members } = runMembers();
  return z.strictObject({
    spec: document<string | { readonly file: string }>(
      "the product spec, or the folder of a plan of spec-kit, OpenSpec, Kiro, GSD or BMAD; `-` reads standard input",
      "string | { readonly file: string }",
    )
      .optional()
      .meta({ subject: true }),
    import: importing(),
    goal: repeated(
      "go on until this command passes on what landed; several all have to. The spec may be left out then",
      "command",
    ),
    scope: z
      .enum(["auto", "always", "never"])
      .default("auto")
      .describe("whether it begins with a scope and its milestones: if the spec is large, always, or never"),
    status: choice("only tell how a build stands: the one that is named, or the repo's newest"),
    note: text().optional().describe("tell a build that was begun what to mind or to mend; after PASS a new one").meta({
      value: "text",
    }),
    more: text()
      .optional()
      .describe("new sentences for the spec of a build that was begun: a milestone of their own")
      .meta({ value: "file" }),
    run: run("the newest build of the repo").meta({ value: "id" }),
    pr: choice("once every milestone is reached, push the branch and open a pull request through `gh`").meta(RARE),
    ...severalOrders(),
    ...members,
  });
};

export type BuildRequest = z.output<ReturnType<typeof buildRequest>>;
