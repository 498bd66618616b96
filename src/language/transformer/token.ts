// SQL text → tokens, by the lexical rules of the platform's grammar (PostgreSQL's). Keeps offsets; skips comments.
import type { Report } from './problem.ts';

/** `word` is unquoted and `text` as written; `name` is in double quotes; `text` in single quotes. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end';
  /** The value, without quotes. */
  readonly text: string;
  /** Upper case for words, the text for signs, empty otherwise: what the parser compares. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN = new RegExp(
  [
    /(?<space>\s+|--.*)/,
    /(?<text>'[^']*(?:''[^']*)*')/,
    /[eE](?<escaped>'(?:[^'\\]|\\[\s\S]|'')*')/,
    /(?<name>"[^"]*(?:""[^"]*)*")/,
    /(?<word>[\p{Alphabetic}_][\p{Alphabetic}\d$_]*)/u,
    /(?<number>(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/,
    /(?<sign><=>|->>|!~\*|->|<=|>=|<>|!=|::|\|\||~\*|!~|@>|<@|<<|>>|==|&&|[-+*/%=<>()[\],.;?&|#~:^!@{}$\\])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'uy',
);

/** What begins text that is no token: what it is, what is expected, the fix. */
const UNFINISHED: Readonly<Record<string, readonly [found: string, expected: string, fix?: string]>> = {
  "'": [
    "a text that begins with ' and does not end",
    "a ' at its end",
    "write ' after the text, and '' for a ' inside it",
  ],
  '"': [
    'a name that begins with " and does not end',
    'a " at its end',
    'write " after the name, and "" for a " inside it',
  ],
  '/*': ['a comment that begins with /* and does not end', '*/ at its end'],
};

/** Splits SQL into tokens; the last one is `end`. @returns undefined for text that is no token, which it reports */
export function tokensOf(sql: string, report: Report): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    if (sql.startsWith('/*', at)) {
      const end = endOfComment(sql, at);
      if (end === undefined) return reportAt(at, ...UNFINISHED['/*']!);
      at = end;
      continue;
    }
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(sql);
    if (found === null) {
      const character = String.fromCodePoint(sql.codePointAt(at)!);
      const fix = /[‘’“”`]/.test(character)
        ? `write ' around text and " around names`
        : 'write names with other characters in double quotes';
      return reportAt(at, ...(UNFINISHED[character] ?? ([JSON.stringify(character), 'SQL', fix] as const)));
    }
    const from = at;
    at = TOKEN.lastIndex;
    const { text, escaped, name, word, number, sign } = found.groups!;
    const add = (kind: Token['kind'], value: string, word = '') =>
      tokens.push({ kind, text: value, word, from, to: TOKEN.lastIndex });
    if (text !== undefined) add('text', text.slice(1, -1).replaceAll("''", "'"));
    else if (escaped !== undefined) add('text', unescaped(escaped.slice(1, -1)));
    else if (name !== undefined) add('name', name.slice(1, -1).replaceAll('""', '"'));
    else if (word !== undefined) add('word', word, word.toUpperCase());
    else if (number !== undefined) add('number', number.replaceAll('_', ''));
    else if (sign !== undefined) add('sign', sign, sign);
  }
  tokens.push({ kind: 'end', text: '', word: '', from: sql.length, to: sql.length });
  return tokens;

  function reportAt(at: number, found: string, expected: string, fix?: string): undefined {
    report('sql-syntax', { from: at, to: at + 1 }, { found, expected, fix });
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** The text of `E'…'`. */
function unescaped(text: string): string {
  const pattern = /''|\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g;
  return text.replace(pattern, (all, unicode, hex, octal, other) => {
    if (all === "''") return "'";
    if (other !== undefined) return ESCAPES[other] ?? other;
    return String.fromCharCode(Number.parseInt(unicode ?? hex ?? octal, octal === undefined ? 16 : 8));
  });
}

/** The end of a comment, which may contain others. */
function endOfComment(sql: string, at: number): number | undefined {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at;
  let depth = 0;
  for (let found = mark.exec(sql); found !== null; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return undefined;
}
