// Takes secrets out of any text before it is printed. Works on text that may be wrong in every way: it looks for the
// names of secrets, not for well-formed addresses. Pure; what it cannot recognise by a name it leaves. Each character is
// looked at a bounded number of times, because the text may be hostile and megabytes long.

/** Part of the name of a secret: `secret-access-key`, `X-Amz-Signature`, `header_Authorization`, `api_key`. */
const KEYWORD = /secret|token|passw|pwd|signature|credential|api[-_]?key|access[-_]?key|authorization/i;
/** What ends a name: `=`, as itself or escaped (also twice); a `…` or `<…>` after it belongs to an explanation. */
const SEPARATOR = /(?:=|%(?:25)*3d)(?![…<])/gi;
const NAME_CHARACTER = /[\w-]/;
const HEX_PAIR = /^[0-9a-f]{2}/i;
/** Where a value ends. */
const WORD_END = /[\s"'`<>]/g;
const WORD = /[^\s"'`<>]+/g;
/** The id of an access key of Amazon, which is recognised without a name. */
const AMAZON_KEY_ID = /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g;
/** Punctuation of the sentence around a value. */
const PUNCTUATION = /[:;,.)]/;

/**
 * Replaces the values of secrets by `…`, with everything that follows them up to the next blank or quote. A secret written
 * without escapes may hold `&`, so what follows one is part of it.
 * @returns the same text where it holds none
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

/** Where the first secret's name begins, together with the character before it. @returns -1 where there is none */
export function secretStart(text: string): number {
  return findSecret(text, 0)?.start ?? -1;
}

/** The first secret from `from` on: where its name begins with the character before it, and where its value begins. */
function findSecret(text: string, from: number): { start: number; value: number } | undefined {
  SEPARATOR.lastIndex = from;
  let runEnd = from;
  for (let match = SEPARATOR.exec(text); match !== null; match = SEPARATOR.exec(text)) {
    let begin = match.index;
    // No name reaches back over the separator before it, so every character is passed over once.
    while (begin > runEnd && NAME_CHARACTER.test(text[begin - 1]!)) begin -= 1;
    runEnd = match.index + 1;
    const name = text.slice(begin, match.index);
    const offset = nameOffset(name, text[begin - 1] === '%');
    if (offset >= 0) return { start: Math.max(begin + offset - 1, 0), value: match.index + match[0].length };
  }
  return undefined;
}

/**
 * Where in a run of letters, digits, `_` and `-` the name of a secret begins.
 * @param isEscaped whether a `%` is before it, so that the run may begin with the rest of an escape
 * @returns -1 where it is no such name
 */
function nameOffset(name: string, isEscaped: boolean): number {
  if (KEYWORD.test(name)) return 0;
  // Names that a word may hold by chance count only from where a word begins.
  const starts = isEscaped ? [0, ...escapeEnds(name)] : [0];
  const isSecret = (start: number): boolean => /^(?:x-amz-.+|sig)$/i.test(name.slice(start));
  if (starts.some(isSecret)) return 0;
  const inside = /-(?:x-amz-.|sig$)/i.exec(name);
  return inside === null ? -1 : inside.index + 1;
}

/** Where an escape whose `%` is before the text ends: `3F`, `253F`. */
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

/** Replaces `user:password@` and `user@` of addresses; a password may itself hold `/` or `@`. */
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
