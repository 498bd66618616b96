// A regular expression tried at one place of a text.

/** @param pattern a sticky one. @returns undefined where it does not match at that place */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
