// Runs that workers on many machines read: the queue in Redis, the command's side and the worker's. Loads BullMQ and ioredis on use.
export { cutByStoredBytes, shardBytesFor, shardWeight } from './cut-shards.ts';
export { openPartialPlace, type PartialPlace } from './partial-place.ts';
export { connectRedis, parseRedisAddress, type RedisAddress, redisFailure } from './redis.ts';
export { RedisRuns, type RunState, type ShardStates, type WorkerState } from './redis-runs.ts';
export { type ServeOptions, type ShardEvent, serveShards } from './serve-shards.ts';
export { openWorkerRuns, type WorkersOptions, type WorkersProgress } from './worker-run.ts';
