// Limits of the account that plans and the sandbox share.
export { MAX_ZONE_JOBS } from './zone-limits.ts';
