import type { EventBody, RunConfig } from "./event.ts";

/** A run's config with the settings that hold by now: what a resume is given holds from then on (contract §11). */
export const standingConfig = <Config extends Pick<RunConfig, "settings">>(
  config: Config,
  events: readonly EventBody[],
): Config => {
  const given = events.findLast((event) => event.type === "settings_given");
  return given?.type === "settings_given" ? { ...config, settings: given.settings } : config;
};
