import { type GivenSettings, type GoesOn, type ResolvedSettings, settingsToGoOn } from "@llmch/config";
import { type RunEvent, standingConfig } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { shellWord } from "@llmch/text";

/** The settings that apply to a run as its record says by now, changed by what is given now, on a machine with the settings of today. */
export const standingSettings = (
  { stored: { journal } }: Pick<GoesOn, "stored">,
  today: ResolvedSettings,
  given: GivenSettings,
  warn: (sentence: string) => void,
): ResolvedSettings => {
  const [beginning] = journal.events;
  if (beginning === undefined || !("config" in beginning)) return today;
  const values = settingsToGoOn(standingConfig(beginning.config, journal.all), today, given);
  for (const said of notFollowed(values, today.values, journal.events)) warn(said);
  return { ...today, values };
};

/** What of the settings has changed since a run of orders began that it does not follow: it goes on as it began. */
const notFollowed = (recorded: Settings, today: Settings, events: readonly RunEvent[]): readonly string[] => {
  const [beginning] = events;
  if (beginning?.type !== "schedule_started" && beginning?.type !== "order_started") return [];
  const anew = `as it began; \`llmch run-all\` with --branch ${shellWord(beginning.branch)}`;
  const [asked, named] = [recorded, today].map(({ factory }) => factory.model.join(", "));
  const [verifying, set] = [recorded, today].map(({ verify }) => verify.commands.join(", "));
  return [
    ...(endedWithoutModel(events) && asked !== named
      ? [`the run asks ${asked}, ${anew} asks ${named}, which the settings name`]
      : []),
    ...(verifying === set || beginning.config.by_hand === true
      ? []
      : [
          `the run verifies with ${verifying || OWN}, ${anew} verifies with ${set || OWN}, as verify.commands says by now`,
        ]),
  ];
};

const OWN = "what its tree says";

/** True if the run's last attempt could not ask its model. */
const endedWithoutModel = (events: readonly RunEvent[]): boolean => {
  const stages = events.flatMap((event) =>
    event.type === "attempt_failed" ? [event.brief.stage] : event.type === "order_run_ended" ? [event.stage] : [],
  );
  return stages.at(-1) === "model_unavailable";
};
