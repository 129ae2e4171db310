export { type ModelSettings, modelSettings, modelsAsked, type RoleModels } from "./asked.ts";
export {
  type Connected,
  type Connection,
  type Connections,
  compatibleServer,
  connect,
  connectionOf,
  type Server,
  transportOf,
} from "./connections.ts";
export { smallestContext } from "./contexts.ts";
export { type Answers, createGateway, type Gateway, type GatewayOptions, type RecordedModel } from "./gateway.ts";
export { limitedUntil } from "./live/failure.ts";
export { loadFirstSdk } from "./live/sdks.ts";
export { type Budget, type Caps, createBudget, type Spent } from "./money/budget.ts";
export { costOf, worstCost } from "./money/cost.ts";
export { type ModelPrice, PRICES_AS_OF, type PriceList, priceList } from "./money/prices.ts";
export { worstCase } from "./money/worst-case.ts";
export { probeServer, type ServerObstacle } from "./probe.ts";
export type { Recorder } from "./recorder.ts";
export { type ReplaySource, readExchanges } from "./replay.ts";
