// The rules for names of buckets and secrets (docs/platform.md, "Management API") and of Workers (docs/platform.md, "The edge"), and for
// prefixes of object keys.

/** A rule for names or prefixes. */
export interface NameRule {
  readonly pattern: RegExp;
  /** What it must be, to end a sentence after "expected". */
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

/**
 * Of object keys. Without a slash at the end, `log` also matches `login-data.csv`. The README of a project has the prefix in addresses and
 * commands, so the rule allows only characters that need no quotes there; an allow list may contain any others.
 */
export const KEY_PREFIX: NameRule = {
  pattern: /^(?=.{1,512}$)(?:(?!\.{1,2}\/)[\w.=-]+\/)+$/,
  expected: 'a prefix such as http_requests/: letters, digits, _ - . and =, with / at the end and not at the start',
};

/** Longest value of a secret. docs/platform.md, "Management API". */
export const MAX_SECRET_BYTES = 5 * 1024;
