import { type Outcome, readReport } from "@llmch/app";
import { formatRefusal } from "@llmch/text";
import {
  type McpServer,
  type ReadResourceResult,
  type ResourceLink,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { beginning, MOST_BYTES, sentBytes } from "./answer.ts";
import { type Host, look } from "./host.ts";

const RESOURCES = {
  report: { mimeType: "text/html", description: "a run as one page: what was asked, answered, refused and changed" },
  diff: { mimeType: "text/x-diff", description: "what a run changed, as git's own diff" },
} as const;
type Name = keyof typeof RESOURCES;
const NAMES = ["report", "diff"] as const;

/** Links to what a run left. A plan and an answer change nothing. */
export const linksOf = (run: string, kind: string): readonly ResourceLink[] =>
  NAMES.filter((name) => name === "report" || kind === "run-all" || kind === "factory").map((name) => ({
    ...{ type: "resource_link", uri: `llmch://runs/${run}/${name}`, name: `${name} of ${run}` },
    ...RESOURCES[name],
  }));

/** Lets a client read what the links name. */
export const registerResources = (server: McpServer, host: Host): void => {
  for (const name of NAMES) {
    const template = new ResourceTemplate(`llmch://runs/{run}/${name}`, { list: undefined });
    server.registerResource(name, template, RESOURCES[name], (uri, { run }) => read(name, uri.href, String(run), host));
  }
};

const read = async (name: Name, uri: string, run: string, host: Host): Promise<ReadResourceResult> => {
  const outcome = await look(name, { run }, host);
  const text = outcome.result === null ? refusalOf(outcome) : await textOf(name, outcome);
  const whole = `it is too long: \`llmch ${name} ${run}\` gives all of it`;
  if (sentBytes([uri, text]) <= MOST_BYTES) return { contents: [{ uri, mimeType: RESOURCES[name].mimeType, text }] };
  const cut = name === "diff" ? `${beginning(text)}\n… ${whole}\n` : whole;
  return { contents: [{ uri, mimeType: "text/plain", text: cut }] };
};

const refusalOf = ({ errors = [] }: Outcome): never => {
  throw new Error(errors.map(({ message }) => message).join("\n"));
};

const textOf = async (name: Name, outcome: Outcome): Promise<string> => {
  if (name === "diff") return String(Object(outcome.result).patch);
  const page = await readReport(outcome);
  if (!page.ok) throw new Error(formatRefusal(page.issues[0]));
  return page.value;
};
