import { queuedInDatabase } from "../serve/queue-scene.ts";
import { queueTests } from "../serve/queue-tests.ts";
import { theServer, withPostgres } from "./workers-scene.ts";

withPostgres();

queueTests((...asked) => queuedInDatabase(theServer().database(), ...asked), { tags: ["postgresql"] });
