// The limits of the sandbox's options.
export { MAX_POLICIES, MAX_PORT, MAX_SPEED } from './sandbox-limits.ts';
