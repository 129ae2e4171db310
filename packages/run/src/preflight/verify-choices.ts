import type { VerifySettings } from "@llmch/contract/settings";
import { PROFILES, profileNamed, type VerifyChoices } from "@llmch/languages";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** What determines how a repo is verified, besides its tree: the settings, and the plan's own command. */
export const verifyChoices = (settings: VerifySettings, planned: string | null): Result<VerifyChoices, Refusal> => {
  const unknown = settings.languages.find((name) => profileNamed(name) === undefined);
  if (unknown !== undefined) {
    const names = PROFILES.map(({ name }) => name).join(", ");
    const message = `verify.languages names ${unknown}, which llmch does not know`;
    return rejected(refusal("bad-settings", message, `choose from ${names}, or set verify.commands`));
  }
  return accepted({ ...settings, planned, profiles: PROFILES });
};
