// Whether a value looks like an access key or its secret, so that one written in the wrong place is not printed. Looks at
// one value, not at text around it.

/** The id of an access key of Amazon, in any case: a URL turns a host into lower case. */
const AMAZON_KEY_ID = /(?:AKIA|ASIA)[A-Z0-9]{16}/i;
/** Characters of base64 and hexadecimal digits side by side: ids have 20 or 32, secrets 40 or 64. */
const KEY_RUN = /[A-Za-z0-9+/=_]{20,}/;

/** @returns whether the text holds something that looks like an access key id or a secret */
export function looksLikeKey(text: string): boolean {
  return AMAZON_KEY_ID.test(text) || KEY_RUN.test(text);
}
