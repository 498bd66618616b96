// Takes secrets out of any text before it is printed. Works on text that may be wrong in every way: it looks for the
// names of secrets, not for well-formed addresses. Pure; what it cannot recognise by a name it leaves.

/** Names of secrets, with whatever surrounds them: `secret-access-key`, `X-Amz-Signature`, `header_Authorization`, `api_key`. */
const NAME = String.raw`[\w-]{0,64}(?:secret|token|passw|pwd|signature|credential|api[-_]?key|access[-_]?key|authorization)[\w-]{0,64}|x-amz-[\w-]+|sig`;
/** A character as itself, or escaped (also twice). */
const ESCAPED = '%(?:25)*[0-9a-f]{2}';
/** A name after anything that is no part of a word, its `=`, and not the `…` or `<…>` of an explanation. */
const START = String.raw`(^|${ESCAPED}|[^\w])(${NAME})(=|%(?:25)*3d)(?![…<])`;
const SECRET_START = new RegExp(START, 'i');
/** Up to the end of the word: a secret written without escapes may hold `&`, so what follows one is not to be trusted. */
const SECRETS = new RegExp(String.raw`${START}[^\s"'\x60<>]*?([:;,.)]?)(?=[\s"'\x60<>]|$)`, 'gi');
/** `user:password@` and `user@` of an address; a password may itself hold `/` or `@`. Bounded, else hostile text costs its square. */
const USER = /:\/\/(?:[^\s"'`<>@:/]{0,256}:[^\s"'`<>]{0,512}@|[^\s"'`<>@/]{0,256}@)/g;

/**
 * Replaces the values of secrets by `…`, with everything that follows them up to the next blank or quote.
 * @returns the same text where it holds none
 */
export function redactSecrets(text: string): string {
  return text.replace(USER, '://…@').replace(SECRETS, '$1$2$3…$4');
}

/** Where the first secret's name begins, together with the character before it. @returns -1 where there is none */
export function secretStart(text: string): number {
  return text.search(SECRET_START);
}
