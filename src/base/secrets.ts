// Removes secrets from any text before it is printed, and recognizes single values that resemble one. The text may be malformed in any way: this file searches for the
// names of secrets, not for well-formed addresses, and leaves values that have no such name. It reads each character a
// bounded number of times, because the text may be hostile and megabytes long.

/** Part of the name of a secret: `secret-access-key`, `X-Amz-Signature`, `header_Authorization`, `api_key`. */
const KEYWORD = /secret|token|passw|pwd|signature|credential|api[-_]?key|access[-_]?key|authorization/i;
/** Ends a name: `=`, literal or percent-encoded (once or twice). A `…` or `<…>` after it is a placeholder, not a value. */
const SEPARATOR = /(?:=|%(?:25)*3d)(?![…<])/gi;
const NAME_CHARACTER = /[\w-]/;
const HEX_PAIR = /^[0-9a-f]{2}/i;
/** Ends a value. */
const WORD_END = /[\s"'`<>]/g;
const WORD = /[^\s"'`<>]+/g;
/** An Amazon access key id, which needs no name to be recognized. */
const AMAZON_KEY_ID = /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g;
/** Punctuation that belongs to the sentence around a value. */
const PUNCTUATION = /[:;,.)]/;

/**
 * Replaces each secret, and everything after it up to the next space or quote, with `…`. An unescaped secret may contain
 * `&`, so the text after an `&` counts as part of the secret.
 * @returns the text unchanged when it contains no secret
 */
export function redactSecrets(text: string): string {
  const source = withoutUsers(text).replace(AMAZON_KEY_ID, '…');
  let redacted = '';
  let at = 0;
  for (;;) {
    const secret = findSecret(source, at);
    if (secret === undefined) return redacted + source.slice(at);
    WORD_END.lastIndex = secret.value;
    const end = WORD_END.exec(source)?.index ?? source.length;
    const hasPunctuation = end > secret.value && PUNCTUATION.test(source[end - 1]!);
    redacted += `${source.slice(at, secret.value)}…`;
    at = hasPunctuation ? end - 1 : end;
  }
}

/** Index of the first secret's name, with the character before it. @returns -1 when there is no secret */
export function secretStart(text: string): number {
  return findSecret(text, 0)?.start ?? -1;
}

/** Finds the first secret at or after `from`: the index of its name (with the character before it), and of its value. */
function findSecret(text: string, from: number): { start: number; value: number } | undefined {
  SEPARATOR.lastIndex = from;
  let runEnd = from;
  for (let match = SEPARATOR.exec(text); match !== null; match = SEPARATOR.exec(text)) {
    let begin = match.index;
    // A name never extends back past the previous separator, so this loop visits each character once.
    while (begin > runEnd && NAME_CHARACTER.test(text[begin - 1]!)) begin -= 1;
    runEnd = match.index + 1;
    const name = text.slice(begin, match.index);
    const offset = nameOffset(name, text[begin - 1] === '%');
    if (offset >= 0) return { start: Math.max(begin + offset - 1, 0), value: match.index + match[0].length };
  }
  return undefined;
}

/**
 * Finds where the name of a secret begins in a run of letters, digits, `_` and `-`.
 * @param isEscaped whether a `%` precedes the run, which may then begin with the rest of an escape
 * @returns -1 when the run contains no such name
 */
function nameOffset(name: string, isEscaped: boolean): number {
  if (KEYWORD.test(name)) return 0;
  // These names also occur inside ordinary words, so they count only at the start of a word.
  const starts = isEscaped ? [0, ...escapeEnds(name)] : [0];
  const isSecret = (start: number): boolean => /^(?:x-amz-.+|sig)$/i.test(name.slice(start));
  if (starts.some(isSecret)) return 0;
  const inside = /-(?:x-amz-.|sig$)/i.exec(name);
  return inside === null ? -1 : inside.index + 1;
}

/** The positions at which an escape can end whose `%` precedes the text: `3F`, `253F`. */
function escapeEnds(text: string): number[] {
  const ends: number[] = [];
  for (let end = 0; HEX_PAIR.test(text.slice(end, end + 2)); ) {
    const isPercent = text.startsWith('25', end);
    end += 2;
    ends.push(end);
    if (!isPercent) break;
  }
  return ends;
}

/** Replaces `user:password@` and `user@` in addresses; a password may itself contain `/` or `@`. */
function withoutUsers(text: string): string {
  if (!text.includes('://')) return text;
  return text.replace(WORD, (word) => {
    const lastAt = word.lastIndexOf('@');
    let kept = '';
    let at = 0;
    for (let scheme = word.indexOf('://'); scheme >= 0 && scheme < lastAt; scheme = word.indexOf('://', scheme + 3)) {
      if (scheme < at) continue;
      const user = scheme + '://'.length;
      const first = user + word.slice(user).search(/[@:/]/);
      const end = word[first] === '@' ? first : word[first] === ':' ? lastAt : -1;
      if (end < first) continue;
      kept += `${word.slice(at, scheme)}://…@`;
      at = end + 1;
    }
    return kept + word.slice(at);
  });
}

/** An Amazon access key id in any case: a URL parser converts a host to lower case. */
const AMAZON_KEY_ID_ANY_CASE = /(?:AKIA|ASIA)[A-Z0-9]{16}/i;
/** A run of base64 or hexadecimal characters: ids have 20 or 32 of them, secrets 40 or 64. */
const KEY_RUN = /[A-Za-z0-9+/=_]{20,}/;

/** Whether a single value contains text that resembles an access key id or a secret, and must not be printed. */
export function resemblesAccessKey(value: string): boolean {
  return AMAZON_KEY_ID_ANY_CASE.test(value) || KEY_RUN.test(value);
}
