import type { Surroundings } from "../main.ts";
import type { ConfigOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const config = async (_options: ConfigOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([{ code: "usage", message: "not there yet" }]);
