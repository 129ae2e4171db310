export { DEFAULT_MODELS, type ModelSettings } from "./asked.ts";
export { createGateway, type Gateway, type GatewayOptions } from "./gateway.ts";
export { probeServer, type ServerObstacle } from "./probe.ts";
export { loadReplay, type ReplaySource } from "./replay.ts";
export { type TransportSettings, transportSettings } from "./settings.ts";
