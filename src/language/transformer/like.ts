// LIKE patterns: `%` is any text, `_` one character, a backslash escapes. The texts between `%` are found one after the other, each without going back.
import { MAX_LIKE_CELLS } from './limits.ts';

/** Builds the test of a pattern, which returns undefined for more than {@link MAX_LIKE_CELLS}. @param ignoresCase ILIKE */
export function likeTest(pattern: string, ignoresCase: boolean): (text: string) => boolean | undefined {
  const test = caseSensitive(ignoresCase ? pattern.toLowerCase() : pattern);
  return ignoresCase ? (text) => test(text.toLowerCase()) : test;
}

function caseSensitive(pattern: string): (text: string) => boolean | undefined {
  const parts: string[] = [''];
  for (const [character] of pattern.matchAll(/\\?[\s\S]/gu)) {
    if (character === '%') parts.push('');
    else if (character === '_') parts[parts.length - 1] += '.';
    else parts[parts.length - 1] += character.replace(/^\\(?=[\s\S])/u, '').replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  }
  const isLiteral = !/_/.test(pattern);
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  const start = new RegExp(last === undefined ? `${first}$` : first, 'suy');
  if (last === undefined || (last === '' && rest.length === 0)) return (text) => matchAt(start, text, 0) !== undefined;
  if (first === '' && rest.length === 0 && isLiteral) {
    const end = last.replace(/\\([\s\S])/g, '$1');
    return (text) => text.endsWith(end);
  }
  const following = [...rest.filter((part) => part !== ''), ...(last === '' ? [] : [`${last}$`])];
  const searches = following.map((part) => new RegExp(part, 'sug'));
  return (text) => {
    if (text.length * pattern.length > MAX_LIKE_CELLS) return undefined;
    let at = matchAt(start, text, 0);
    for (let index = 0; index < searches.length && at !== undefined; index += 1)
      at = matchAt(searches[index]!, text, at);
    return at !== undefined;
  };
}

/** @returns where the match ends; undefined if there is none */
function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
