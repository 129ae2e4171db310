import type { Surroundings } from "../main.ts";
import type { CostOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const cost = async (_options: CostOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([{ code: "usage", message: "not there yet" }]);
