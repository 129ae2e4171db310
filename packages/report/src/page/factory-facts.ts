import { caughtInWords, designLine, type OrderStory, planInWords, type ScheduleStory } from "@llmch/story";
import { evidenceInWords } from "@llmch/text";
import { html } from "../markup/html.ts";
import { shortCommit } from "./figures.ts";
import { code, type Fact } from "./head.ts";
import type { ShownOrder } from "./orders.ts";

/** What a run was asked to do, where it worked, and when. Leaves out what is unknown. */
export const factoryFacts = (story: ScheduleStory | OrderStory, orders: readonly ShownOrder[]): readonly Fact[] => {
  const models = new Set(
    orders.flatMap(({ story: own }) => own?.attempts.flatMap(({ exchange }) => exchange?.model ?? []) ?? []),
  );
  const asked = story.config?.llm_model ?? (story.kind === "factory" ? story.model : null);
  const commits = orders.flatMap(({ story: own }) => own?.commit?.commit ?? []);
  const [firstCommit, lastCommit] = [commits[0], commits.at(-1)];
  const range =
    firstCommit === undefined || lastCommit === undefined
      ? null
      : commits.length === 1
        ? code(shortCommit(lastCommit))
        : html`<code>${shortCommit(firstCommit)}</code> to <code>${shortCommit(lastCommit)}</code>`;
  const evidence = story.kind === "factory" ? story.commit?.evidence : story.evidence;
  return [
    ["Spec", story.plan === undefined ? null : planInWords(story.plan)],
    ["Model", asked === null ? null : `${asked}${answeredBy(asked, models)}`],
    ["Design", story.design === undefined ? null : designLine(story.design)],
    ["Branch", code(story.branch)],
    ["Baseline", code(story.baseline === null ? null : shortCommit(story.baseline))],
    ["Commits", range],
    ["Evidence", evidence == null ? null : evidenceInWords(evidence)],
    ["Strength", story.strength === undefined ? null : caughtInWords(story.strength)],
    ["Repo", code(story.config?.repo)],
    ["Part of", code(story.kind === "factory" ? story.schedule : null)],
  ];
};

/** Which models answered, if another one than the requested one did. */
const answeredBy = (asked: string, models: ReadonlySet<string>): string => {
  const others = [...models].filter((model) => model !== asked);
  return others.length === 0 ? "" : ` (answers: ${[...models].join(", ")})`;
};
