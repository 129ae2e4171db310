import { queued } from "./queue-scene.ts";
import { queueTests } from "./queue-tests.ts";

queueTests(async (...asked) => queued(...asked), {});
