// The rules for names of buckets and secrets (docs/platform.md, "Management API") and of Workers (docs/platform.md, "The edge").

/** A rule for names. */
export interface NameRule {
  readonly pattern: RegExp;
  /** What a name must be, to end a sentence after "expected". */
  readonly expected: string;
}

/** Of R2 buckets. */
export const BUCKET_NAME: NameRule = {
  pattern: /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/,
  expected: '3 to 63 lower-case letters, digits and hyphens, no hyphen at either end',
};

/** Of Workers whose address is `<name>.<subdomain>.workers.dev`: a label of a host name. */
export const SCRIPT_NAME: NameRule = {
  pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  expected: '1 to 63 lower-case letters, digits and hyphens, no hyphen at either end',
};

/** Of secrets, which the script reads as variables. The platform does not document a rule; ours. */
export const SECRET_NAME: NameRule = {
  pattern: /^[A-Za-z_]\w{0,254}$/,
  expected: 'at most 255 letters, digits and underscores, no digit at the beginning',
};

/** Longest value of a secret. docs/platform.md, "Management API". */
export const MAX_SECRET_BYTES = 5 * 1024;
