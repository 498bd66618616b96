// Regular expressions: RE2 through re2js, in linear time like the platform's engine. Translates the syntax of Rust's regex crate where the two
// differ; what RE2 lacks is rejected by name.
import { RE2JS } from 're2js';
import { MAX_PATTERN_LENGTH, MAX_VALUE_SIZE } from '../limits.ts';
import type { Result, Stop } from '../sql-value.ts';
import { type CallSite, type Implementation, sqlFunctions } from './sql-function.ts';

/** What `\d`, `\s` and `\w` match in Rust: Unicode. RE2 has ASCII only. The second form is for use inside brackets. */
const CLASSES: Readonly<Record<string, readonly [alone: string, inBrackets: string]>> = {
  d: ['\\p{Nd}', '\\p{Nd}'],
  D: ['\\P{Nd}', '\\P{Nd}'],
  s: ['[\\s\\x0b\\x85\\p{Z}]', '\\s\\x0b\\x85\\p{Z}'],
  S: ['[^\\s\\x0b\\x85\\p{Z}]', ''],
  w: ['[\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}]', '\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}'],
  W: ['[^\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}]', ''],
};

/** A pattern beyond our own limit, which the platform may compile. */
class PatternSizeError extends Error {}

/** Number of characters and classes after writing out the counted repetitions of a translated pattern. */
function expandedSize(pattern: string): number {
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  const part = /\\(?:[pPx]\{[^}]*\}|.)|\[\^?\]?(?:\\.|\[:|[^\]])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/gu;
  for (const [text, least, most] of pattern.matchAll(part)) {
    if (least !== undefined) {
      size += last * (Math.max(Number(least), Number(most ?? 0), 1) - 1);
      last *= Math.max(Number(least), Number(most ?? 0), 1);
    } else if (text === '(') {
      outer.push(size);
      size = 0;
      last = 0;
    } else if (text === ')') {
      last = size + 1;
      size = (outer.pop() ?? 0) + last;
    } else {
      last = 1;
      size += 1;
    }
  }
  return outer.reduce((sum, one) => sum + one, size);
}

/** Translates a pattern from Rust's syntax to RE2's. @throws Error that names syntax that RE2 lacks */
function translated(pattern: string): string {
  let result = '';
  let bracket = -1;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]!;
    const pair = pattern.slice(at, at + 2);
    if (character === '\\') {
      at += 1;
      const escaped = pattern[at] ?? '';
      const [alone, inside] = CLASSES[escaped] ?? [];
      if (alone !== undefined && inside !== undefined) {
        if (bracket >= 0 && inside === '') throw new Error(`\\${escaped} in brackets`);
        result += bracket >= 0 ? inside : alone;
      } else if (escaped === 'u' || escaped === 'U') {
        const [all, braced, plain] = /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))/.exec(pattern.slice(at + 1)) ?? [];
        if (all === undefined) throw new Error(`\\${escaped}`);
        result += `\\x{${braced ?? plain}}`;
        at += all.length;
      } else if (/[<>QEC]/.test(escaped) || /^b\{/.test(pattern.slice(at))) throw new Error(`\\${escaped}`);
      else result += `\\${escaped}`;
    } else if (bracket >= 0) {
      if (pair === '[:') {
        const end = pattern.indexOf(':]', at);
        if (end < 0) throw new Error('[: without :]');
        result += pattern.slice(at, end + 2);
        at = end + 1;
        continue;
      }
      if (character === '[') throw new Error('brackets in brackets');
      if (pair === '&&' || pair === '--' || pair === '~~') throw new Error(`${pair} in brackets`);
      result += character;
      if (character === ']' && at > bracket) bracket = -1;
    } else {
      result += character;
      // A bracket that comes first is literal: []a] and [^]a].
      if (character === '[') bracket = pattern[at + 1] === '^' ? at + 2 : at + 1;
    }
  }
  return result;
}

/** Compiles a pattern with the flags of the platform. @throws Error with what is wrong; PatternSizeError */
function compilePattern(pattern: string, flags: string): RE2JS {
  if (pattern.length > MAX_PATTERN_LENGTH) throw new PatternSizeError(`more than ${MAX_PATTERN_LENGTH} characters`);
  const known = [...new Set(flags)].filter((flag) => flag !== 'g');
  const unknown = known.find((flag) => !'imsU'.includes(flag));
  if (unknown !== undefined) throw new Error(`the flag ${unknown}`);
  const compilable = translated(pattern);
  if (expandedSize(compilable) > MAX_PATTERN_LENGTH)
    throw new PatternSizeError(`counted repetitions of more than ${MAX_PATTERN_LENGTH} characters`);
  return RE2JS.compile(`${known.length === 0 ? '' : `(?${known.join('')})`}${compilable}`);
}

/** Returns the compiled pattern of a call: compiled once if it is constant. @param at positions of the pattern and the flags */
function patternOf(site: CallSite, at: number, flagsAt: number): (pattern: string, flags: string) => RE2JS | Stop {
  let last: { readonly pattern: string; readonly flags: string; readonly found: RE2JS | Stop } | undefined;
  const compiled = (pattern: string, flags: string, onError: (found: string) => void = () => {}): RE2JS | Stop => {
    try {
      if (flags.includes('g') && site.name !== 'regexp_replace') throw new Error('the flag g');
      return compilePattern(pattern, flags);
    } catch (error) {
      const found = (error as Error).message.replace(/^error parsing regexp: /, '');
      onError(found);
      if (error instanceof PatternSizeError) return site.undecided();
      const shown = JSON.stringify(pattern.slice(0, 40));
      const message = `cannot compile the regular expression ${shown}: found ${found}`;
      return site.fail('argument', message, 'write a constant pattern');
    }
  };
  const constant = site.constants[at];
  const constantFlags = site.constants[flagsAt] ?? (site.types.length <= flagsAt ? '' : undefined);
  if (typeof constant === 'string' && typeof constantFlags === 'string') {
    const expected =
      'a regular expression that Rust and RE2 accept: no look-around, no back-references, no brackets in brackets';
    compiled(constant, constantFlags, (found) => site.reject(at, 'invalid-pattern', { found, expected }));
  }
  return (pattern, flags) => {
    if (last?.pattern !== pattern || last.flags !== flags) last = { pattern, flags, found: compiled(pattern, flags) };
    return last.found;
  };
}

/** Builds regexp_like, which `~` and `~*` call. */
function regexpLike(site: CallSite): Implementation {
  const compile = patternOf(site, 1, 2);
  return (text: string, pattern: string, flags = ''): Result => {
    const expression = compile(pattern, flags);
    return expression instanceof RE2JS ? expression.test(text) : expression;
  };
}

function regexpMatch(site: CallSite): Implementation {
  const compile = patternOf(site, 1, 2);
  return (text: string, pattern: string, flags = ''): Result => {
    const expression = compile(pattern, flags);
    if (!(expression instanceof RE2JS)) return expression;
    const matcher = expression.matcher(text);
    if (!matcher.find()) return null;
    const groups = expression.groupCount();
    if (groups === 0) return [matcher.group()];
    // Groups that take no part in the match are left out, as upstream does.
    return Array.from({ length: groups }, (_, index) => matcher.group(index + 1)).filter((group) => group !== null);
  };
}

function regexpReplace(site: CallSite): Implementation {
  const compile = patternOf(site, 1, 3);
  return (text: string, pattern: string, replacement: string, flags = ''): Result => {
    const expression = compile(pattern, flags);
    if (!(expression instanceof RE2JS)) return expression;
    const matcher = expression.matcher(text);
    if (!matcher.find()) return text;
    const names = expression.namedGroups() as Readonly<Record<string, number>>;
    const isPlain = !/[\\$]/.test(replacement);
    let result = '';
    let end = 0;
    do {
      result += text.slice(end, matcher.start());
      result += isPlain
        ? replacement
        : expanded(replacement, names, expression.groupCount(), (index) => matcher.group(index) ?? '');
      end = matcher.end();
      if (result.length > MAX_VALUE_SIZE) return site.undecided();
    } while (flags.includes('g') && matcher.find());
    return result + text.slice(end);
  };
}

/** Replaces `\1`, `$1`, `${1}`, `$name` and `$$` in a replacement. */
function expanded(
  replacement: string,
  names: Readonly<Record<string, number>>,
  groups: number,
  group: (index: number) => string,
): string {
  return replacement.replace(/\\(\d+)|\$(?:(\$)|\{([^}]*)\}|([0-9A-Za-z_]+))/g, (_, posix, dollar, braced, bare) => {
    if (dollar !== undefined) return '$';
    const name: string = posix ?? braced ?? bare;
    const index = /^\d+$/.test(name) ? Number(name) : (names[name] ?? -1);
    return index >= 0 && index <= groups ? group(index) : '';
  });
}

export const REGEX_FUNCTIONS = sqlFunctions({
  'regexp_like(text text text?) bool ! =': regexpLike,
  'regexp_match(text text text?) texts ! =': regexpMatch,
  'regexp_replace(text text text text?) text ! =': regexpReplace,
});
