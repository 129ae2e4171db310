export { type DatabaseAddress, databaseAddress } from "./database/address.ts";
export { type Database, openDatabase } from "./database/open-database.ts";
export { createWeather } from "./database/weather.ts";
export { databaseFolder } from "./queue/database-folder.ts";
export { openDatabaseQueue } from "./queue/queue.ts";
export { isRemote } from "./transport/remote.ts";
export { work } from "./worker/work.ts";
