import type { Route } from "../http/route.ts";
import { assetRoute } from "./assets.ts";
import { costsRoute } from "./costs-page.ts";
import { newJobRoute, submitRoute } from "./new-job.ts";
import { changesRoute, startRoute } from "./start-page.ts";

/** The pages that are of no job in particular. */
export const START_ROUTES: readonly Route[] = [
  startRoute,
  changesRoute,
  newJobRoute,
  submitRoute,
  costsRoute,
  assetRoute,
];
