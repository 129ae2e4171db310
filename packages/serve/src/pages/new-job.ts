import { createHash, randomUUID } from "node:crypto";
import { settingCatalogue } from "@llmch/app/settings";
import { utf8Text } from "@llmch/text";
import { errorsInWords, statusOf } from "../api/documents.ts";
import type { Host } from "../host.ts";
import { page, type Reply, type Route, seeOther } from "../http/route.ts";
import { errorPage } from "./lone-pages.ts";
import { defaultsIn } from "./new-job-defaults.ts";
import { type Fields, newJobPage } from "./new-job-page.ts";

const EMPTY = { repo: "", spec: "", model: "", budget: "", jobs: "", executor: "", ending: "" };

/** A form for a job. */
export const newJobRoute: Route = {
  ...{ method: "GET", path: "/new" },
  answer: (_ask, host) => formPage({ ...EMPTY, approve: ["plan", "scope"], key: randomUUID() }, host),
};

const formPage = async (fields: Fields, host: Host, faults: readonly string[] = [], status = 200): Promise<Reply> =>
  page(newJobPage(fields, await defaultsIn(host), faults), status);

/** Submits what the form holds, or shows it again with what is wrong. */
export const submitRoute: Route = {
  ...{ method: "POST", path: "/jobs" },
  answer: async ({ headers, body }, host) => {
    const form = await formOf(headers["content-type"], body);
    if (form === null)
      return page(errorPage("This is no form", "The request could not be read.", "Send the form of /new."), 400);
    const { fields, faults } = await fieldsOf(form);
    const { given, issues } = settingsOf(fields);
    const again = (why: readonly string[], status = 400) => formPage(fields, host, why, status);
    if (faults.length + issues.length > 0) return again([...faults, ...issues]);
    const { repo, spec, ending } = fields;
    const submitted = await host.queue.submit({
      ...{ operation: "build", request: { spec, repo, ...(ending === "pr" && { pr: true }) }, given, cwd: host.cwd },
      // A form that is sent twice is one job, and one that was changed in between is another.
      dedupKey: `form ${createHash("sha256").update(JSON.stringify(fields)).digest("hex")}`,
    });
    if (!submitted.ok) return again([errorsInWords(submitted.issues)], statusOf(submitted.issues));
    host.changed();
    return seeOther(`/jobs/${submitted.value.id}`);
  },
};

/** A form as a browser sends it; null for what is none. */
const formOf = async (type: string | undefined, body: Buffer): Promise<FormData | null> => {
  try {
    return await new Response(new Uint8Array(body), { headers: { "content-type": type ?? "" } }).formData();
  } catch {
    return null;
  }
};

const fieldsOf = async (form: FormData): Promise<{ readonly fields: Fields; readonly faults: readonly string[] }> => {
  const text = (name: string) => form.getAll(name).find((value) => typeof value === "string") ?? "";
  const line = (name: string) => text(name).trim();
  // A browser ends the lines of a text field as a form does.
  const pasted = text("spec").replace(/\r\n/g, "\n");
  const file = form.get("file");
  const isNamed = file instanceof File && file.name !== "";
  const read = isNamed ? utf8Text(new Uint8Array(await file.arrayBuffer())) : null;
  const spec = pasted.trim() === "" ? (read ?? "") : pasted;
  const faults = [
    ...(isNamed && pasted.trim() !== "" ? ["The spec is given twice: paste it, or choose a file."] : []),
    ...(isNamed && read === null ? ["The file of the spec is not UTF-8 text."] : []),
    ...(spec.trim() === "" ? ["The spec is missing: paste it, or choose its file."] : []),
    ...(line("repo") === "" ? ["The repo is missing."] : []),
  ];
  const approve = form.getAll("approve").filter((value) => typeof value === "string");
  const [repo, model, budget, key] = [line("repo"), line("model"), line("budget"), line("key")];
  const [jobs, executor, ending] = [line("jobs"), line("executor"), line("ending")];
  return { fields: { ...{ repo, spec, model, budget, jobs, executor, ending }, approve, key }, faults };
};

/** What the form says of settings, as flags would have it: one model plans and carries out. */
const settingsOf = ({ model, budget, jobs, executor, ending, approve }: Fields) => {
  const given: Record<string, unknown> = {};
  const issues: string[] = [];
  for (const [name, label, text] of [
    ["planner.model", "Model", model],
    ["factory.model", "Model", model],
    ["budget.usd", "Budget", budget],
    ["run.jobs", "Orders at once", jobs],
    ["factory.executor", "Executor", executor],
    ["factory.push", "What becomes of its branch", ending === "pr" ? "" : ending],
    ["approve", "What waits for you", approve.join(",") || "none"],
  ] as const) {
    if (text === "") continue;
    const value = settingCatalogue()
      .find((each) => each.name === name)
      ?.read(text);
    if (value?.ok === true) given[name] = value.value;
    else if (value !== undefined) issues.push(`${label}: give ${value.issues[0]}.`);
  }
  return { given, issues: [...new Set(issues)] };
};
