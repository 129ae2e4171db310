export type { Estimate } from "../plan/carrying-out.ts";
export type { RunCommands } from "./commands.ts";
export { type Forecast, forecastOf, scheduleEstimate } from "./forecast.ts";
