// The limits of the sandbox's options.
export { MAX_POLICIES, MAX_PORT, MAX_SPEED, MAX_ZONE_JOBS } from './sandbox-limits.ts';
