export type { RunCommands } from "./commands.ts";
export { type Forecast, forecastOf, scheduleEstimate } from "./forecast.ts";
export { type LikelyTimes, timesDocument } from "./order-times.ts";
