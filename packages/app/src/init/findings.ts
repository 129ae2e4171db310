import { commandInWords, setupsOf, tellingFiles, VERIFY_SCRIPT, verificationOf } from "@llmch/languages";
import { type Environment, shellWord } from "@llmch/text";
import { readRepoTexts, repoListing } from "@llmch/workspace";
import { suggestedChecks } from "./suggested-checks.ts";

/** How the factory would set up and verify the repo, and the settings to suggest. */
export const findings = async (root: string, env: Environment) => {
  const listing = await repoListing(root, env);
  if (!listing.ok) return listing;
  const { files } = listing.value;
  const texts = await readRepoTexts(root, tellingFiles(files), env);
  const tree = { files, texts, present: [] };
  const { commands, reason } = verificationOf(tree);
  const how = commands.map((each) => `\`${commandInWords(each)}\``).join(", then ");
  const isSaid = files.includes(VERIFY_SCRIPT);
  const advice = isSaid ? [] : [`To verify them in another way, set verify.commands or write ${VERIFY_SCRIPT}.`];
  const verified =
    commands.length === 0 ? `Orders are not verified: ${reason}.` : `Orders are verified by ${how}: ${reason}.`;
  const setups = setupsOf(tree).filter(({ folder }) => folder === null);
  const commandsWhere = (outside: boolean) =>
    setups.filter(({ isOutside }) => isOutside === outside).map(({ argv }) => argv.map(shellWord).join(" "));
  const install = commandsWhere(false);
  const ahead = commandsWhere(true);
  const installed = [
    ...(install.length === 0
      ? []
      : [`\`${install.join("`, `")}\` would install what it depends on: see setup.commands.`]),
    ...(ahead.length === 0
      ? []
      : [`\`${ahead.join("`, `")}\`, called by you before a run, fetches what it depends on.`]),
  ];
  const { commands: verifying, fixes, sentences: checked, lacking } = await suggestedChecks(root, tree, commands, env);
  const suggested = {
    ...(verifying.length === 0 ? {} : { "verify.commands": verifying }),
    ...(fixes.length === 0
      ? {}
      : { "verify.fix": fixes.map(({ command, files }) => (files.length === 0 ? command : { command, files })) }),
    ...(install.length === 0 ? {} : { "setup.commands": install }),
  };
  return { ok: true as const, value: { found: [verified, ...advice, ...checked, ...installed], suggested, lacking } };
};
