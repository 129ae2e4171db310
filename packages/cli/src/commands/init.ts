import type { Surroundings } from "../main.ts";
import type { InitOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const init = async (_options: InitOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([{ code: "usage", message: "not there yet" }]);
