// Limits of the platform that plans and the sandbox share.

/** Most jobs of a zone: docs/platform.md, "Management API". */
export const MAX_ZONE_JOBS = 4;
