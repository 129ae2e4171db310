import { type Acceptance, acceptanceOf } from "./acceptance.ts";
import { conditionInWords, impliesCondition } from "./condition.ts";
import { decidingFile } from "./deciding-file.ts";
import { looksLikeSecretFile } from "./secret-file.ts";
import type { WorkOrder } from "./work-order.ts";

/** The order that another comes from: what its user wrote, or was shown. Null if its user saw none, as of a run from elsewhere. */
export type Origin = WorkOrder | null;

/** One thing in which an order is wider than its origin. */
export interface Wider {
  readonly code: "scope" | "context" | "commands" | "exemption" | "acceptance";
  /** The member of the order, and the place in it if it is a list. */
  readonly pointer: string;
  /** A clause: `it may write ".github/workflows/ci.yml", a file of continuous integration`. */
  readonly what: string;
}

/**
 * What an order that a model or a stranger wrote has beyond its origin (contract §10, "No wider"); such an order waits for a person. Only an
 * origin that nobody saw leaves ordinary files free: then what may leak a secret, or decides how work is judged, counts as wider.
 */
export const noWider = (order: WorkOrder, origin: Origin): readonly Wider[] => [
  ...widerReach(order, origin),
  ...weakerPromise(order, origin),
];

/** What an order may do, whatever it has to prove. */
export type Reach = Pick<WorkOrder, "allowed_files" | "context_files" | "derive" | "ticks" | "verify_exempt">;

/** What an order may write, show, run or leave out beyond its origin. Children are judged by this alone: their parent still proves the whole. */
export const widerReach = (order: Reach, origin: Reach | null): readonly Wider[] => {
  const written = new Set([...(origin?.allowed_files ?? []), ...derivedFiles(origin)]);
  const shown = new Set([...written, ...(origin?.context_files ?? [])]);
  const mayWrite = (path: string) => (origin === null ? isOrdinary(path) : written.has(path));
  const mayShow = (path: string) => (origin === null ? !looksLikeSecretFile(path) : shown.has(path));
  const derives = new Set(origin?.derive?.map(({ command }) => command));
  const ticked = new Set([...written, ...(origin?.ticks ?? []).map(({ path }) => path)]);
  const mayTick = (path: string) => origin === null || ticked.has(path);
  return [
    ...beyond(order.allowed_files, mayWrite, "scope", "/allowed_files", (path) => `it may write ${named(path)}`),
    ...(order.derive ?? []).flatMap(({ command, files }, at) => [
      ...(origin === null || derives.has(command)
        ? []
        : [wider("commands", `/derive/${at}/command`, `${JSON.stringify(command)} makes files of the commit`)]),
      ...beyond(files, mayWrite, "scope", `/derive/${at}/files`, (path) => `a command makes ${named(path)}`),
    ]),
    ...beyond(
      (order.ticks ?? []).map(({ path }) => path),
      mayTick,
      "scope",
      "/ticks",
      (path) => `it ticks ${named(path)}`,
    ),
    ...beyond(order.context_files, mayShow, "context", "/context_files", (path) => `its model is shown ${named(path)}`),
    ...(order.verify_exempt && origin?.verify_exempt !== true
      ? [wider("exemption", "/verify_exempt", "only its syntax is verified")]
      : []),
  ];
};

/** What an order need not keep or prove any more. A command that was replaced is gone: code cannot judge whether another proves as much. */
const weakerPromise = (order: WorkOrder, origin: Origin): readonly Wider[] => {
  if (origin === null) return [];
  const now = acceptanceOf(order);
  return [
    ...acceptanceOf(origin)
      .filter((was) => !now.some((each) => identityOf(each) === identityOf(was) && (each.hidden || !was.hidden)))
      .map((was) => {
        const { command, hidden } = was;
        const isShown = now.some((each) => identityOf(each) === identityOf(was));
        const what = hidden ? "a hidden acceptance command" : `the acceptance command ${JSON.stringify(command)}`;
        return wider("acceptance", "/acceptance_commands", `${what} is ${isShown ? "hidden no more" : "gone"}`);
      }),
    ...origin.forbidden
      .filter((each) => !order.forbidden.includes(each))
      .map((each) => wider("scope", "/forbidden", `it no longer forbids ${JSON.stringify(each)}`)),
    ...origin.postconditions
      .filter((wanted) => !order.postconditions.some((given) => impliesCondition(given, wanted)))
      .map((lost) => wider("acceptance", "/postconditions", `the postcondition ${conditionInWords(lost)} is gone`)),
    ...(saysWhyItHolds(order) && !saysWhyItHolds(origin)
      ? [wider("acceptance", "/already_true_because", "its acceptance may pass before the work")]
      : []),
  ];
};

/** The commands of an order that its user neither wrote nor was shown: they run in the sandbox alone, without the network. */
export const unseenCommands = (order: WorkOrder, origin: Origin): readonly string[] => {
  const seen = new Set(origin === null ? [] : commandsOf(origin).map(identityOf));
  return [...new Set(commandsOf(order).flatMap((each) => (seen.has(identityOf(each)) ? [] : [each.command])))];
};

type Proof = Pick<Acceptance, "command" | "checks">;

/** With the files that it finds: others make it another command. */
const identityOf = ({ command, checks = [] }: Proof): string =>
  JSON.stringify([command, ...checks.map(({ name, content }) => [name, content])]);

const commandsOf = (order: WorkOrder): readonly Proof[] => [...acceptanceOf(order), ...(order.derive ?? [])];

const derivedFiles = (order: Reach | null): readonly string[] => (order?.derive ?? []).flatMap(({ files }) => files);

const isOrdinary = (path: string): boolean => !looksLikeSecretFile(path) && decidingFile(path) === null;

/** True if the plan says why the order's acceptance may hold before the work. */
export const saysWhyItHolds = ({ already_true_because: why }: WorkOrder): boolean => (why ?? "").trim() !== "";

const beyond = (
  paths: readonly string[],
  isAllowed: (path: string) => boolean,
  code: Wider["code"],
  member: string,
  said: (path: string) => string,
): readonly Wider[] =>
  paths.flatMap((path, at) => (isAllowed(path) ? [] : [wider(code, `${member}/${at}`, said(path))]));

const named = (path: string): string => {
  const kind = looksLikeSecretFile(path) ? "a file that may hold a secret" : decidingFile(path);
  return kind === null ? JSON.stringify(path) : `${JSON.stringify(path)}, ${kind}`;
};

const wider = (code: Wider["code"], pointer: string, what: string): Wider => ({ code, pointer, what });
