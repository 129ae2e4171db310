import { type Acceptance, acceptanceOf, unseenCommands } from "@llmch/contract";
import type { SetupSettings } from "@llmch/contract/settings";
import { deriveCommands } from "@llmch/factory";
import type { LoadedOrder } from "@llmch/records";
import { commandBlock, commandLine, printable } from "@llmch/text";
import { isByHand } from "../executor/by-hand.ts";
import type { Prepared } from "../preflight/preflight.ts";

type Orders = readonly Pick<LoadedOrder, "order" | "origin">[];

/** What decides what the commands of a run may reach, besides its orders. */
export interface CommandLimits extends Pick<Prepared, "executor"> {
  readonly isolation: { readonly sandbox: { readonly allowsNetwork: boolean } | null };
  readonly setup: Pick<SetupSettings, "commands" | "derive" | "network">;
}

/** Each way in which the commands of a run, or its agent, reach the network: a clause each; none if nothing does (contract §11). */
export const waysToNetwork = (orders: Orders, limits: CommandLimits): readonly string[] => {
  const { isolation, setup, executor } = limits;
  const agent =
    executor !== null && !isByHand(executor) && executor.network
      ? [`the agent ${executor.name} reaches the network`]
      : [];
  if (isolation.sandbox === null) return ["commands are not isolated, and reach the network", ...agent];
  if (isolation.sandbox.allowsNetwork) return ["commands reach the network out of the sandbox", ...agent];
  if (!setup.network) return agent;
  const derived = orders.flatMap((each) => {
    // What its user has not seen runs without the network.
    const unseen = new Set(each.origin === undefined ? [] : unseenCommands(each.order, each.origin));
    return derivesOf(each, setup).filter(({ command }) => !unseen.has(command));
  });
  const ways = [
    ...setup.commands.map((command) => `the setup command \`${commandLine(command)}\` reaches the network`),
    ...derived.map(
      ({ command, files }) => `\`${commandLine(command)}\`, which makes ${files.join(", ")}, reaches the network`,
    ),
  ];
  return [...new Set(ways), ...agent];
};

/** What the commands may reach, for whoever agrees to them: the ways to the network, or that nothing confines them. */
export const reachShown = (orders: Orders, limits: CommandLimits): readonly string[] => {
  if (limits.isolation.sandbox === null) return [UNCONFINED];
  const ways = waysToNetwork(orders, limits);
  return ways.length === 0 ? ["commands run in the sandbox, without the network"] : ways;
};

const UNCONFINED = "commands run with your rights: there is no sandbox";

/** What orders that are not there yet, or that no person has seen, may do beyond the sandbox without the network: a clause each. */
export const reachBeyond = (by: { readonly isUnconfined: boolean; readonly derives: boolean }): readonly string[] => [
  ...(by.isUnconfined ? [UNCONFINED] : []),
  ...(by.derives ? ["`derive` commands may reach the network"] : []),
];

/**
 * What a person reads before the commands of a plan run, the same wherever they read it: what they may reach, what sets the repo up, and of
 * each order its files and its commands, hidden ones too.
 */
export const commandsShown = (
  orders: Orders,
  limits: CommandLimits & Pick<Prepared, "planAcceptance">,
): readonly string[] => [
  ...reachShown(orders, limits),
  ...limits.setup.commands.map((command) => `setup      ${commandLine(command)}`),
  ...orders.flatMap((each) => [
    // A line break in it would make lines of its own.
    `${each.order.id}  ${printable(each.order.title)}`,
    `  writes   ${each.order.allowed_files.join(", ")}`,
    ...(each.order.context_files.length === 0 ? [] : [`  shows    ${each.order.context_files.join(", ")}`]),
    ...derivesOf(each, limits.setup).map(
      ({ command, files }) => `  makes    ${files.join(", ")}, by ${commandLine(command)}`,
    ),
    ...(each.order.ticks ?? []).map(({ path, line }) => `  ticks    ${printable(path)}:${line}`),
    ...acceptanceOf(each.order).map(provesLine),
  ]),
  ...(limits.planAcceptance.length === 0 ? [] : ["all orders together", ...limits.planAcceptance.map(provesLine)]),
  ...checkFileLines([...orders.flatMap(({ order }) => acceptanceOf(order)), ...limits.planAcceptance]),
];

/** The check files that commands find, each once, line by line. */
const checkFileLines = (acceptance: readonly Acceptance[]): readonly string[] => {
  const files = new Map(acceptance.flatMap(({ checks = [] }) => checks.map((file) => [JSON.stringify(file), file])));
  const lines = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => `  | ${printable(line)}`);
  return [...files.values()].flatMap((file) => [`check      ${printable(file.name)}`, ...lines(file.content)]);
};

const provesLine = ({ command, hidden }: Acceptance): string =>
  `  proves   ${commandBlock(command, "         | ")}${hidden ? " (hidden)" : ""}`;

const derivesOf = ({ order }: Orders[number], { derive: repoDerives }: Pick<SetupSettings, "derive">) =>
  deriveCommands({ order, repoDerives }, order.allowed_files);
