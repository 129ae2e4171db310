export { examineBaseline } from "./baseline.ts";
export { examineDependencies } from "./dependencies.ts";
export { type Finding, missing } from "./finding.ts";
export { examineModelServers } from "./model-server.ts";
export { examinePlaces, examinePush, examineRepo } from "./places.ts";
export { examinePlan, examineVerification } from "./plan-programs.ts";
export { examinePrograms } from "./programs.ts";
