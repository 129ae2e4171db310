export type { RunCommands } from "./commands.ts";
export { type Forecast, forecastOf, scheduleEstimate } from "./forecast.ts";
