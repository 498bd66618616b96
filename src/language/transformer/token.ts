// SQL text → tokens, by the lexical rules of the platform's grammar (PostgreSQL's). Keeps offsets; skips comments.

/** `word` is unquoted and `text` as written; `name` is in double quotes; `text` in single quotes. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end';
  /** The value, without quotes and escapes. */
  readonly text: string;
  /** Upper case for words, the text for signs, empty otherwise: what the parser compares. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** Text that is no token. */
export class TokenError extends Error {
  readonly at: number;
  readonly found: string;
  readonly expected: string;
  readonly fix: string | undefined;

  constructor(at: number, found: string, expected: string, fix?: string) {
    super(found);
    this.at = at;
    this.found = found;
    this.expected = expected;
    this.fix = fix;
  }
}

const SPACE = /\s+/y;
const WORD = /[\p{Alphabetic}_][\p{Alphabetic}\d$_]*/uy;
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const SIGN = /<=>|->>|!~\*|->|<=|>=|<>|!=|::|\|\||~\*|!~|@>|<@|<<|>>|==|&&|[-+*/%=<>()[\],.;?&|#~:^!@{}$\\]/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const QUOTES = /[‘’“”`]/u;

/** Splits SQL into tokens; the last one is `end`. @throws TokenError */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0];
  }

  function add(kind: Token['kind'], text: string, to: number): void {
    const word = kind === 'word' ? text.toUpperCase() : kind === 'sign' ? text : '';
    tokens.push({ kind, text, word, from: at, to });
    at = to;
  }

  /** The end of a quoted text whose quote is doubled inside, exclusive the quote. */
  function closing(quote: string, start: number, hasEscapes: boolean): number {
    for (let end = start; end < sql.length; end += 1) {
      if (hasEscapes && sql[end] === '\\') end += 1;
      else if (sql[end] === quote) {
        if (sql[end + 1] !== quote) return end;
        end += 1;
      }
    }
    const what = quote === "'" ? 'text' : 'name';
    const fix = `write ${quote} after the ${what}, and ${quote}${quote} for a ${quote} inside it`;
    throw new TokenError(at, `a ${what} that begins with ${quote} and does not end`, `a ${quote} at its end`, fix);
  }

  function skipComment(): void {
    let depth = 0;
    const start = at;
    do {
      if (sql.startsWith('/*', at)) depth += 1;
      else if (sql.startsWith('*/', at)) depth -= 1;
      else {
        at += 1;
        if (at >= sql.length)
          throw new TokenError(start, 'a comment that begins with /* and does not end', '*/ at its end');
        continue;
      }
      at += 2;
    } while (depth > 0);
  }

  while (at < sql.length) {
    const space = match(SPACE);
    if (space !== undefined) at += space.length;
    else if (sql.startsWith('--', at)) {
      const end = sql.indexOf('\n', at);
      at = end < 0 ? sql.length : end;
    } else if (sql.startsWith('/*', at)) skipComment();
    else if (sql[at] === "'") {
      const end = closing("'", at + 1, false);
      add('text', sql.slice(at + 1, end).replaceAll("''", "'"), end + 1);
    } else if (/[eE]/.test(sql[at]!) && sql[at + 1] === "'") {
      const end = closing("'", at + 2, true);
      add('text', unescaped(sql.slice(at + 2, end)), end + 1);
    } else if (sql[at] === '"') {
      const end = closing('"', at + 1, false);
      add('name', sql.slice(at + 1, end).replaceAll('""', '"'), end + 1);
    } else {
      const found = match(WORD);
      const number = found === undefined ? match(NUMBER) : undefined;
      const sign = match(SIGN);
      if (found !== undefined) add('word', found, at + found.length);
      else if (number !== undefined) add('number', number.replaceAll('_', ''), at + number.length);
      else if (sign !== undefined) add('sign', sign, at + sign.length);
      else {
        const character = String.fromCodePoint(sql.codePointAt(at)!);
        const fix = QUOTES.test(character)
          ? `write ' around text and " around names`
          : 'write names with other characters in double quotes';
        throw new TokenError(at, JSON.stringify(character), 'SQL', fix);
      }
    }
  }
  at = sql.length;
  add('end', '', sql.length);
  return tokens;
}

/** The text of `E'…'`. */
function unescaped(text: string): string {
  return text.replace(
    /''|\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g,
    (all, unicode, hex, octal, other) => {
      if (all === "''") return "'";
      if (other !== undefined) return ESCAPES[other] ?? other;
      return String.fromCharCode(Number.parseInt(unicode ?? hex ?? octal, octal === undefined ? 16 : 8));
    },
  );
}
