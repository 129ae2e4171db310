export { hasPostgres, type Postgres, startPostgres } from "./database/start-postgres.ts";
export { growth, MOST_GROWTH } from "./growth.ts";
export { HOSTILE_PATHS, HOSTILE_TEXTS, type HostileText } from "./injection/hostile-texts.ts";
export { mutate } from "./injection/mutate.ts";
export { type ReadPrompt, readQuotes } from "./injection/quotes.ts";
export {
  BUILD_JOURNAL,
  eventsOfRun,
  journalText,
  recordedJournal,
  runNumbered,
  WINDOW_JOURNAL,
} from "./memory/build-journal.ts";
export { steadyClock } from "./memory/clock.ts";
export { type CommandScript, type RanCommand, scriptedCommands } from "./memory/commands.ts";
export { type LandingFaults, type MemoryLanding, memoryLanding } from "./memory/landing.ts";
export { type MemoryLedger, memoryLedger } from "./memory/ledger.ts";
export {
  type OrderScene,
  orderScene,
  SCENE_REVIEW_TEMPLATE,
  SCENE_TEMPLATE,
  type SceneOptions,
} from "./memory/order-scene.ts";
export { RUN_CONFIG } from "./memory/run-config.ts";
export { answerOf, objectionOf, proposalOf, reviewOf, workOrder } from "./memory/work-order.ts";
export { type MemoryFile, type MemoryFiles, type MemoryWorkspace, memoryWorkspace } from "./memory/workspace.ts";
export type { SeenRequest } from "./model-server/seen-request.ts";
export { type ModelServer, type ModelServerOptions, type Script, startModelServer } from "./model-server/server.ts";
export type { Step } from "./model-server/step.ts";
export * as serves from "./model-server/step.ts";
export { processesWith } from "./programs/processes-with.ts";
export { type RudeProgram, rudeProgram } from "./programs/program.ts";
export { randomNumbers } from "./random-numbers.ts";
export { HOSTILE_ACTS, HOSTILE_REMOTES, type HostileAct } from "./repos/hostile-acts.ts";
export { type Canary, makeCanary, makeHostile } from "./repos/hostile-repo.ts";
export { temporaryFolder } from "./repos/temporary-folder.ts";
export { type ThrowawayRepo, throwawayRepo } from "./repos/throwaway-repo.ts";
export { standingOfCheckout } from "./scene/checkout.ts";
export { type Finished, type Invocation, runLlmch, sceneEnvironment } from "./scene/command-line.ts";
export { entriesOf, filesBelow, readJsonFile, readJsonLines, sha256, writeFiles } from "./scene/files.ts";
export { GIT_ENVIRONMENT, gitIn } from "./scene/git.ts";
export {
  makeScene,
  openScene,
  type Scene,
  type SceneInvocation,
  type SceneSettings,
  sceneOrder,
} from "./scene/scene.ts";
export {
  type AskedRequest,
  callsOf,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedReply,
  scriptedModel,
} from "./scripted-model.ts";
export { type Answered, type ServeProcess, type ServeStart, startServe } from "./serve/server.ts";
export { strictAnswer } from "./strict-answer.ts";
export { pseudoTerminal, type TypedStep } from "./terminal/pseudo-terminal.ts";
export { createTerminal, type Terminal } from "./terminal/terminal.ts";
