import { attributeIf, html, type Markup, typed } from "@llmch/report";
import { pageOf } from "./frame.ts";
import { type Defaults, NO_EXECUTOR, PUSHES } from "./new-job-defaults.ts";

/** What the form holds. */
export interface Fields {
  readonly repo: string;
  readonly spec: string;
  // Each of these is empty for that of the settings.
  readonly model: string;
  readonly budget: string;
  readonly jobs: string;
  readonly executor: string;
  /** What becomes of the branch: `pr`, or as `factory.push` has it. */
  readonly ending: string;
  readonly approve: readonly string[];
  /** A form that is sent twice has the same. */
  readonly key: string;
}

/** The kinds of steps that a person may want to see first. Questions and wider revisions always wait. */
const STEPS = [
  ["plan", "Plans", "with what they may cost, before their first order begins"],
  ["scope", "Scope", "of a large spec: its milestones"],
  ["orders", "Orders", "each, before its commit stays"],
  ["network", "Network", "before commands may reach it"],
  ["push", "Push", "before commits leave this machine"],
] as const;

export const newJobPage = (fields: Fields, defaults: Defaults, faults: readonly string[]): string =>
  pageOf({
    ...{ title: faults.length > 0 ? "Not submitted" : "New job", at: "new" },
    main: html`<h1>New job</h1>
${faults.length > 0 && html`<div class="callout bad" role="alert"><p><strong>The job was not submitted.</strong></p><ul>${faults.map((fault) => html`<li>${fault}</li>`)}</ul></div>`}
<form class="form" method="post" action="/jobs" enctype="multipart/form-data">
<input type="hidden" name="key" value="${fields.key}">
<p class="field"><label for="repo">Repo</label>${repoField(fields.repo, defaults.repos)}</p>
<p class="field"><label for="spec">Spec</label><span class="hint" id="spec-hint">What is to be built, in your own words. A small one becomes one plan; a large one is worked through window by window.</span><textarea id="spec" name="spec" rows="14" aria-describedby="spec-hint" spellcheck="true">
${typed(fields.spec)}</textarea></p>
<p class="field"><label for="file">Or its file</label><input id="file" type="file" name="file" accept=".md,.txt,text/*"></p>
<div class="pair">
<p class="field"><label for="model">Model <span class="size">optional</span></label><input id="model" name="model" value="${fields.model}" autocomplete="off" spellcheck="false" aria-describedby="model-hint"><span class="hint" id="model-hint">Plans and carries out. Left empty: ${defaults.model}.</span></p>
<p class="field"><label for="budget">Budget in dollars <span class="size">optional</span></label><input id="budget" name="budget" value="${fields.budget}" inputmode="decimal" autocomplete="off" aria-describedby="budget-hint"><span class="hint" id="budget-hint">The job ends before it spends more. Left empty: ${defaults.budget}.</span></p>
<p class="field"><label for="executor">Executor: what carries orders out</label>${choice("executor", fields.executor, defaults.executor, { ...NO_EXECUTOR, ...Object.fromEntries(defaults.executors.map((name) => [name, name])) })}</p>
<p class="field"><label for="jobs">Orders at once <span class="size">optional</span></label><input id="jobs" name="jobs" value="${fields.jobs}" inputmode="numeric" autocomplete="off" aria-describedby="jobs-hint"><span class="hint" id="jobs-hint">As <code>--jobs</code> says. Left empty: ${defaults.jobs}.</span></p>
<p class="field"><label for="ending">What becomes of its branch</label>${choice("ending", fields.ending, defaults.push, { ...PUSHES, pr: "pushed once it has passed, with a pull request" })}</p>
</div>
<fieldset><legend>What waits for you</legend>
${STEPS.map(
  ([kind, name, what]) =>
    html`<label><input type="checkbox" name="approve" value="${kind}"${attributeIf("checked", fields.approve.includes(kind))}> <span>${name} <span class="quiet">${what}</span></span></label>`,
)}
<p class="hint">Questions of a model always wait.</p>
</fieldset>
<p><button class="main">Submit</button></p>
</form>`,
  });

/** A choice whose first answer is what the settings say. */
const choice = (name: string, chosen: string, first: string, answers: Readonly<Record<string, string>>): Markup => {
  const others = Object.entries(answers).filter(([, words]) => words !== first);
  return html`<select id="${name}" name="${name}"><option value="">Default: ${first}</option>${others.map(
    ([value, words]) => html`<option value="${value}"${attributeIf("selected", value === chosen)}>${words}</option>`,
  )}</select>`;
};

const repoField = (chosen: string, repos: readonly string[]): Markup =>
  repos.length === 0
    ? html`<input id="repo" name="repo" value="${chosen}" required autocomplete="off" spellcheck="false" placeholder="/home/you/project">`
    : html`<select id="repo" name="repo">${repos.map((repo) => html`<option value="${repo}"${attributeIf("selected", repo === chosen)}>${repo}</option>`)}</select>`;
