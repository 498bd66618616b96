// The traffic of a simulated shop: seeded, endless, the same on every machine. The samples are its logs.
export { Random } from './random.ts';
export type { Moment, Request } from './request.ts';
export { shopExchange } from './shop-exchange.ts';
export { ATTACK, type Episode, INCIDENT, isDuring, STORY_DAYS, STORY_END_MS, STORY_START_MS } from './story.ts';
export { type StreamOptions, streamRequests } from './stream.ts';
