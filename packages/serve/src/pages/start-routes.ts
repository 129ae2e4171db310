import type { Route } from "../http/route.ts";
import { assetRoute } from "./assets.ts";

/** The pages that are of no job in particular. */
export const START_ROUTES: readonly Route[] = [assetRoute];
