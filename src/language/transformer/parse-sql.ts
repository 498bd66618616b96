// SQL text → tree, by precedence climbing with the precedences of the platform's grammar. Reports clauses that transformers do not
// support and continues after them; a syntax error ends parsing. Knows no fields and no functions.
import { MAX_SQL_DEPTH, MAX_TREE_DEPTH } from './limits.ts';
import type { Report } from './problem.ts';
import type { Name, QuerySyntax, SelectItem, SelectSyntax, Span, Syntax, TypeName } from './syntax.ts';
import { type Token, TokenError, tokensOf } from './token.ts';

/** How tightly operators bind. ArroyoSystems/sqlparser-rs, `src/dialect/arroyo.rs`: `->` binds tighter than `=` and looser than `+`. */
const BINDING = {
  or: 10,
  and: 20,
  not: 30,
  is: 40,
  equal: 50,
  between: 60,
  other: 70,
  plus: 80,
  times: 90,
  subscript: 130,
  cast: 140,
  member: 200,
};

const BINARY: ReadonlyMap<string, number> = new Map([
  ...['=', '<>', '!=', '<', '<=', '>', '>=', '<=>', '~', '~*', '!~', '!~*'].map(
    (sign) => [sign, BINDING.equal] as const,
  ),
  ...['&', '|', '#', '<<', '>>', '->', '->>', '?', '@>', '<@', '||'].map((sign) => [sign, BINDING.other] as const),
  ...['+', '-'].map((sign) => [sign, BINDING.plus] as const),
  ...['*', '/', '%'].map((sign) => [sign, BINDING.times] as const),
]);

/** Signs of other languages, and what SQL has. */
const SIGN_ADVICE: Readonly<Record<string, string>> = {
  '==': 'write =',
  '&&': 'write AND',
  '!': 'write NOT',
  '^': 'write power(…, …), or # for exclusive or',
  '{': "write named_struct('key', value)",
  ':': "write column -> 'key'",
};

/** Words that end an expression or begin a clause: no alias without AS, and no field without quotes. */
const RESERVED = new Set(
  'SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH UNION INTERSECT EXCEPT WINDOW QUALIFY INTO WITH AS AND OR NOT IS IN LIKE ILIKE SIMILAR BETWEEN CASE WHEN THEN ELSE END ON JOIN INNER LEFT RIGHT FULL CROSS NATURAL LATERAL USING PLACING ESCAPE COLLATE AT DISTINCT'.split(
    ' ',
  ),
);
/** `LEFT` and `RIGHT` are functions too. */
const CALLABLE = new Set(['LEFT', 'RIGHT', 'EXISTS']);

/** Clauses of SQL that transformers lack, by their first word: what it is, and the fix. `docs/platform.md`, "Transformers". */
const UNSUPPORTED: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ...Object.fromEntries(
    ['JOIN', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'NATURAL', ','].map((word) => [
      word,
      ['a join', 'read one dataset'] as const,
    ]),
  ),
  GROUP: ['GROUP BY', 'remove it: a transformer sees each record alone'],
  HAVING: ['HAVING', 'use WHERE'],
  ORDER: ['ORDER BY', 'remove it'],
  WINDOW: ['a window', 'remove it'],
  QUALIFY: ['QUALIFY', 'use WHERE'],
  LATERAL: ['LATERAL', 'remove it'],
  LIMIT: ['LIMIT', 'use sample_rate of the job'],
  OFFSET: ['OFFSET', 'remove it'],
  FETCH: ['FETCH', 'remove it'],
  UNION: ['UNION', 'attach a transformer to each of two jobs'],
  INTERSECT: ['INTERSECT', 'join the conditions with AND'],
  EXCEPT: ['EXCEPT', 'join the conditions with AND NOT'],
  INTO: ['INTO', 'remove it'],
};
/** Those that no page of the platform names. */
const UNDOCUMENTED = new Set(['LIMIT', 'OFFSET', 'FETCH', 'UNION', 'INTERSECT', 'EXCEPT', 'INTO']);
/** Operators of words that NOT may precede. */
const TESTS = ['IN', 'LIKE', 'ILIKE', 'BETWEEN', 'SIMILAR'];
const WITH_FIX = 'write it before the SELECT: WITH name AS (SELECT …)';
/** What follows FROM, in order. */
const CLAUSES = new Set(['WHERE', ...Object.keys(UNSUPPORTED)]);

/** The text is not SQL: a problem has been reported. */
class Abort extends Error {}

/** Parses a transformer. @returns undefined after a syntax error, which it reports */
export function parseSql(sql: string, report: Report): QuerySyntax | undefined {
  let tokens: Token[];
  try {
    tokens = tokensOf(sql);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    const { found, expected, fix } = error;
    report('sql-syntax', { from: error.at, to: error.at + 1 }, { found, expected, fix });
    return undefined;
  }
  let index = 0;
  let token = tokens[0]!;
  let depth = 0;
  /** End of the token before this one. */
  let end = 0;

  function next(): Token {
    const current = token;
    end = current.to;
    index = Math.min(index + 1, tokens.length - 1);
    token = tokens[index]!;
    return current;
  }

  function peek(distance = 1): Token {
    return tokens[Math.min(index + distance, tokens.length - 1)]!;
  }

  function take(...words: readonly string[]): boolean {
    if (!words.every((word, distance) => peek(distance).word === word)) return false;
    for (const _ of words) next();
    return true;
  }

  function fail(expected: string, fix?: string, at: Token = token): never {
    const found =
      at.kind === 'end' ? 'the end of the SQL' : at.kind === 'text' ? 'a text' : JSON.stringify(at.text.slice(0, 80));
    report('sql-syntax', at, { found, expected, fix: fix ?? SIGN_ADVICE[at.word] });
    throw new Abort();
  }

  function expect(word: string, expected = `"${word}"`, fix?: string): Token {
    return token.word === word ? next() : fail(expected, fix);
  }

  function refuse(what: string, span: Span, fix: string | undefined, isDocumented = true): void {
    report(isDocumented ? 'not-supported' : 'not-implemented', span, { found: what, fix });
  }

  /** Skips to the end of the clause, which has been reported. */
  function skipClause(): void {
    for (let open = 0; token.kind !== 'end'; next()) {
      if (token.word === '(') open += 1;
      if (token.word === ')') open -= 1;
      if (
        open < 0 ||
        (open === 0 && (token.word === ';' || (CLAUSES.has(token.word) && end > 0 && peek(-1).word !== '(')))
      ) {
        if (open < 0 || !['LEFT', 'RIGHT', 'INNER', 'FULL', 'CROSS', 'NATURAL', 'JOIN', ','].includes(token.word))
          return;
      }
    }
  }

  /** Skips everything up to the end of the parentheses that are open. */
  function skipParentheses(open: number): void {
    for (let depth = open; depth > 0; next()) {
      if (token.kind === 'end') fail('")"');
      if (token.word === '(') depth += 1;
      if (token.word === ')') depth -= 1;
    }
  }

  /** Reports a query in parentheses, the first of which has been read. @returns undefined if there is none */
  function subquery(from: number, fix: string): Syntax | undefined {
    if (token.word !== 'SELECT' && token.word !== 'WITH') return undefined;
    refuse('a subquery', token, fix);
    skipParentheses(1);
    return { kind: 'constant', value: null, ...spanFrom(from) };
  }

  function name(expected: string): Name {
    if (token.kind === 'name' || (token.kind === 'word' && !RESERVED.has(token.word))) {
      const { text, from, to, kind } = next();
      return { text, from, to, isQuoted: kind === 'name' };
    }
    return fail(expected, token.kind === 'text' ? 'write names without quotes, or in double quotes' : undefined);
  }

  function query(): QuerySyntax {
    const tables: { name: Name; select: SelectSyntax }[] = [];
    if (take('WITH')) {
      if (token.word === 'RECURSIVE') refuse('WITH RECURSIVE', next(), 'write a chain of WITH names');
      do {
        const table = name('a name');
        if (token.word === '(') {
          refuse('a list of columns after a name of WITH', token, 'name the columns with AS in the SELECT', false);
          next();
          skipParentheses(1);
        }
        expect('AS');
        expect('(', '"("');
        tables.push({ name: table, select: select() });
        expect(')');
      } while (take(','));
    }
    const last = select();
    if (take(';') && token.kind !== 'end') {
      report('several-statements', token, {
        found: `more SQL after ";"`,
        expected: 'one SELECT',
        fix: 'remove it, or attach a transformer to each of two jobs',
      });
      throw new Abort();
    }
    if (token.kind !== 'end') fail('the end of the SQL');
    return { tables, select: last };
  }

  function select(): SelectSyntax {
    const { from } = token;
    if (
      token.kind === 'word' &&
      token.word !== 'SELECT' &&
      /^(INSERT|UPDATE|DELETE|CREATE|DROP|SET|EXPLAIN|SHOW|COPY|VALUES)$/.test(token.word)
    ) {
      refuse(`a statement other than SELECT (${token.word})`, token, 'write SELECT … FROM dataset');
      throw new Abort();
    }
    expect('SELECT', 'SELECT');
    if (token.word === 'DISTINCT') refuse('DISTINCT', next(), 'remove it', false);
    else take('ALL');
    const items: SelectItem[] = [];
    do items.push(item());
    while (take(','));
    let table: Name | undefined;
    let alias: Name | undefined;
    if (take('FROM')) {
      if (token.word === '(') {
        refuse('a subquery', next(), WITH_FIX);
        skipParentheses(1);
      } else {
        table = name('the name of the dataset');
        if (token.word === '.') fail('the name of the dataset alone');
      }
      if (take('AS')) alias = name('a name');
      else if (token.kind === 'name' || (token.kind === 'word' && !RESERVED.has(token.word))) alias = name('a name');
    } else if (token.kind !== 'end' && token.word !== ')' && token.word !== ';' && !CLAUSES.has(token.word)) {
      fail('"," or FROM', token.kind === 'word' ? 'separate columns with commas' : undefined);
    } else report('missing-from', items[0]!, { expected: 'FROM dataset', fix: 'add FROM and the dataset of the job' });
    let where: Syntax | undefined;
    for (;;) {
      const unsupported = UNSUPPORTED[token.word];
      if (token.word === 'WHERE') {
        if (where !== undefined) fail('one WHERE', 'join the conditions with AND');
        next();
        where = expression();
      } else if (unsupported !== undefined) {
        refuse(unsupported[0], token, unsupported[1], !UNDOCUMENTED.has(token.word));
        next();
        skipClause();
      } else if (token.kind === 'end' || token.word === ')' || token.word === ';') break;
      else fail('WHERE or the end of the SQL');
    }
    return { items, table, alias, where, ...spanFrom(from) };
  }

  function spanFrom(from: number): Span {
    return { from, to: end };
  }

  function item(): SelectItem {
    const { from } = token;
    if (token.word === '*' || (peek().word === '.' && peek(2).word === '*')) {
      if (token.word !== '*') next();
      while (token.word === '.' || token.word === '*') next();
      const except: Name[] = [];
      if (take('EXCEPT') || take('EXCLUDE')) {
        const inParentheses = take('(');
        do except.push(name('a field'));
        while (inParentheses && take(','));
        if (inParentheses) expect(')');
      }
      return { kind: 'star', except, ...spanFrom(from) };
    }
    if (token.word === 'FROM')
      fail('a column', index > 0 && peek(-1).word === ',' ? 'remove the comma before FROM' : 'write the columns');
    const value = expression();
    const { to } = spanFrom(from);
    let alias: Name | undefined;
    if (take('AS')) alias = token.kind === 'word' ? asName(next()) : name('a name');
    else if (token.kind === 'name' || (token.kind === 'word' && !RESERVED.has(token.word))) alias = asName(next());
    return { kind: 'column', expression: value, alias, from, to };
  }

  function asName({ text, from, to, kind }: Token): Name {
    return { text, from, to, isQuoted: kind === 'name' };
  }

  /** Parses operators that bind tighter than `binding`. */
  function expression(binding = 0): Syntax {
    depth += 1;
    if (depth > MAX_SQL_DEPTH) {
      report('too-deep', token, {
        found: `more than ${MAX_SQL_DEPTH} levels`,
        expected: `at most ${MAX_SQL_DEPTH} levels`,
        fix: 'split it with WITH',
      });
      throw new Abort();
    }
    const { from } = token;
    let left = prefix();
    for (let tight = bindingOf(token); tight > binding; tight = bindingOf(token)) left = infix(left, from, tight);
    depth -= 1;
    return left;
  }

  function bindingOf({ word, kind }: Token): number {
    if (kind === 'sign') {
      if (word === '::') return BINDING.cast;
      if (word === '[') return BINDING.subscript;
      if (word === '.') return BINDING.member;
      return BINARY.get(word) ?? 0;
    }
    if (kind !== 'word') return 0;
    if (word === 'OR') return BINDING.or;
    if (word === 'AND') return BINDING.and;
    if (word === 'IS') return BINDING.is;
    if (word === 'NOT') return TESTS.includes(peek().word) ? BINDING.between : 0;
    return [...TESTS, 'AT', 'COLLATE'].includes(word) ? BINDING.between : 0;
  }

  function infix(left: Syntax, from: number, tight: number): Syntax {
    const operator = next();
    const { word } = operator;
    if (word === '::') return { kind: 'cast', operand: left, type: typeName(), isTry: false, ...spanFrom(from) };
    if (word === '[') {
      const index = expression();
      if (token.word === ':') refuse('a range of a list', token, 'write array_slice(list, from, to)', false);
      if (take(':')) expression();
      expect(']');
      return { kind: 'subscript', operand: left, index, ...spanFrom(from) };
    }
    if (word === '.') return { kind: 'member', operand: left, key: name('a key'), ...spanFrom(from) };
    if (word === 'AND' || word === 'OR' || word === '||') {
      const kind = word === '||' ? word : word === 'AND' ? 'and' : 'or';
      const items = [left, expression(tight)];
      while (token.word === word) {
        next();
        items.push(expression(tight));
      }
      return { kind: 'chain', operator: kind, items, ...spanFrom(from) };
    }
    if (word === 'IS') return isTest(left, from);
    const isNegated = word === 'NOT';
    const test = isNegated ? next().word : word;
    if (test === 'IN') {
      expect('(');
      const rejected = subquery(from, 'list the values');
      if (rejected !== undefined) return rejected;
      const items = list(')');
      if (items.length === 0) fail('a value', undefined, peek(-1));
      return { kind: 'in', operand: left, items, isNegated, ...spanFrom(from) };
    }
    if (test === 'BETWEEN') {
      if (token.word === 'SYMMETRIC') refuse('BETWEEN SYMMETRIC', next(), undefined, false);
      const low = expression(BINDING.between);
      expect('AND');
      const high = expression(BINDING.between);
      return { kind: 'between', operand: left, low, high, isNegated, ...spanFrom(from) };
    }
    if (test === 'LIKE' || test === 'ILIKE') {
      const pattern = expression(BINDING.between);
      if (take('ESCAPE')) {
        const escaped = next();
        if (escaped.text !== '\\')
          refuse(`ESCAPE ${JSON.stringify(escaped.text)}`, escaped, "escape with a backslash: '100\\%'", false);
      }
      return { kind: 'like', operand: left, pattern, ignoresCase: test === 'ILIKE', isNegated, ...spanFrom(from) };
    }
    if (test === 'SIMILAR' || test === 'AT' || test === 'COLLATE') {
      const what = test === 'SIMILAR' ? 'SIMILAR TO' : test === 'AT' ? 'AT TIME ZONE' : 'COLLATE';
      refuse(what, operator, test === 'SIMILAR' ? 'use regexp_like' : undefined, false);
      throw new Abort();
    }
    if (['ANY', 'ALL', 'SOME'].includes(token.word)) {
      refuse(token.word, token, 'use array_has(list, value)', false);
      throw new Abort();
    }
    return { kind: 'binary', operator: word === '!=' ? '<>' : word, left, right: expression(tight), ...spanFrom(from) };
  }

  function isTest(operand: Syntax, from: number): Syntax {
    const isNegated = take('NOT');
    if (take('DISTINCT', 'FROM')) {
      const right = expression();
      const same: Syntax = { kind: 'binary', operator: '<=>', left: operand, right, ...spanFrom(from) };
      return isNegated ? same : { kind: 'unary', operator: 'not', operand: same, ...spanFrom(from) };
    }
    const test = token.word.toLowerCase();
    if (test !== 'null' && test !== 'true' && test !== 'false' && test !== 'unknown')
      fail('NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM');
    next();
    return { kind: 'is', operand, test, isNegated, ...spanFrom(from) };
  }

  /** Parses expressions up to a closing sign, which it skips. */
  function list(closing: string): Syntax[] {
    const items: Syntax[] = [];
    if (take(closing)) return items;
    do items.push(expression());
    while (take(','));
    expect(closing, `"," or "${closing}"`);
    return items;
  }

  function prefix(): Syntax {
    const first = token;
    const { from, word } = first;
    if (first.kind === 'number') return { kind: 'number', text: next().text, ...spanFrom(from) };
    if (first.kind === 'text') return { kind: 'text', value: next().text, ...spanFrom(from) };
    if (first.kind === 'sign') return signed(first);
    if (first.kind === 'end') fail('an expression');
    if (first.kind === 'word') {
      const special = wordExpression(first);
      if (special !== undefined) return special;
      if (peek().word === '(' && (!RESERVED.has(word) || CALLABLE.has(word))) return call(next(), from);
      if (peek().kind === 'text' && ['DATE', 'TIMESTAMP', 'TIME', 'TIMESTAMPTZ'].includes(word)) {
        const type: TypeName = { name: next().word, isList: false, ...spanFrom(from) };
        const literal = next();
        const operand: Syntax = { kind: 'text', value: literal.text, from: literal.from, to: literal.to };
        return { kind: 'cast', operand, type, isTry: false, ...spanFrom(from) };
      }
      if (RESERVED.has(word)) fail('an expression');
    }
    if (first.kind === 'name' && peek().word === '(') return call(next(), from);
    const parts = [asName(next())];
    while (token.word === '.' && (peek().kind === 'word' || peek().kind === 'name')) {
      next();
      parts.push(asName(next()));
    }
    return { kind: 'name', parts, ...spanFrom(from) };
  }

  function signed({ word, from }: Token): Syntax {
    next();
    if (word === '(') {
      const rejected = subquery(from, WITH_FIX);
      if (rejected !== undefined) return rejected;
      const inner = expression();
      if (token.word === ',') {
        refuse('a tuple', token, "write named_struct('key', value), or [a, b]", false);
        throw new Abort();
      }
      expect(')');
      return inner;
    }
    if (word === '[') return { kind: 'list', items: list(']'), ...spanFrom(from) };
    if (word === '-' && token.kind === 'number') return { kind: 'number', text: `-${next().text}`, ...spanFrom(from) };
    if (word === '-' || word === '+' || word === '~') {
      return { kind: 'unary', operator: word, operand: expression(BINDING.times), ...spanFrom(from) };
    }
    return fail('an expression', SIGN_ADVICE[word], tokens[index - 1]);
  }

  /** Expressions that begin with a keyword. */
  function wordExpression({ word, from }: Token): Syntax | undefined {
    switch (word) {
      case 'NULL':
      case 'TRUE':
      case 'FALSE':
        next();
        return { kind: 'constant', value: word === 'NULL' ? null : word === 'TRUE', ...spanFrom(from) };
      case 'NOT':
        next();
        return { kind: 'unary', operator: 'not', operand: expression(BINDING.not), ...spanFrom(from) };
      case 'CASE':
        return caseExpression(from);
      case 'INTERVAL':
        if (peek().kind === 'text' || peek().kind === 'number') return interval(from);
        return undefined;
      case 'ARRAY':
        if (peek().word !== '[') return undefined;
        next();
        next();
        return { kind: 'list', items: list(']'), ...spanFrom(from) };
      case 'EXISTS':
        refuse('a subquery', token, undefined);
        throw new Abort();
      default:
        return undefined;
    }
  }

  function caseExpression(from: number): Syntax {
    next();
    const operand = token.word === 'WHEN' ? undefined : expression();
    const branches: { when: Syntax; value: Syntax }[] = [];
    while (take('WHEN')) {
      const when = expression();
      expect('THEN');
      branches.push({ when, value: expression() });
    }
    if (branches.length === 0) fail('WHEN');
    const otherwise = take('ELSE') ? expression() : undefined;
    expect('END', 'WHEN, ELSE or END');
    return { kind: 'case', operand, branches, otherwise, ...spanFrom(from) };
  }

  function interval(from: number): Syntax {
    next();
    let { text: value } = next();
    if (
      token.kind === 'word' &&
      /^(YEAR|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND|MILLISECOND|MICROSECOND|NANOSECOND)S?$/.test(token.word)
    )
      value += ` ${next().text}`;
    return { kind: 'interval', value, ...spanFrom(from) };
  }

  /** Parses the arguments of a function, whose name has been read. Keywords between arguments become commas. */
  function call(first: Token, from: number): Syntax {
    const name = asName(first);
    next();
    const done = (written: string, args: readonly Syntax[]): Syntax => {
      expect(')', '"," or ")"');
      return { kind: 'call', name: { ...name, text: written }, args, ...spanFrom(from) };
    };
    switch (first.word) {
      case 'CAST':
      case 'TRY_CAST': {
        const operand = expression();
        expect('AS', 'AS', 'write CAST(expression AS type)');
        const type = typeName();
        expect(')');
        return { kind: 'cast', operand, type, isTry: first.word === 'TRY_CAST', ...spanFrom(from) };
      }
      case 'EXTRACT': {
        const part = next();
        if (part.kind !== 'word' && part.kind !== 'text')
          fail('a part of a time: year, month, epoch …', undefined, part);
        expect('FROM');
        const text: Syntax = { kind: 'text', value: part.text, from: part.from, to: part.to };
        return done('extract', [text, expression()]);
      }
      case 'POSITION': {
        const wanted = expression(BINDING.between);
        expect('IN', 'IN', 'write position(wanted IN text)');
        return done('position', [expression(), wanted]);
      }
      case 'TRIM': {
        const side = ['BOTH', 'LEADING', 'TRAILING'].includes(token.word) ? next().word : 'BOTH';
        const args = token.word === 'FROM' ? [] : [expression()];
        if (take('FROM')) args.unshift(expression());
        else while (take(',')) args.push(expression());
        return done(side === 'BOTH' ? 'trim' : side === 'LEADING' ? 'ltrim' : 'rtrim', args);
      }
      default: {
        if (token.word === 'DISTINCT' || token.word === 'ALL') refuse('an aggregate', next(), undefined);
        if (first.word === 'COUNT' && token.word === '*') next();
        const args: Syntax[] = [];
        if (token.word !== ')') {
          do args.push(expression());
          while (take(',') || takeSeparator(first.word));
        }
        const result = done(first.text, args);
        if (token.word === 'OVER' || (token.word === 'FILTER' && peek().word === '(')) {
          refuse(token.word === 'OVER' ? 'a window function' : 'an aggregate', token, undefined);
          next();
          if (next().word === '(') skipParentheses(1);
        }
        return result;
      }
    }
  }

  /** `overlay(a PLACING b FROM 1 FOR 2)`, `substring(a FROM 1 FOR 2)`. */
  function takeSeparator(called: string): boolean {
    if (called !== 'OVERLAY' && called !== 'SUBSTRING') return false;
    return take('PLACING') || take('FROM') || take('FOR');
  }

  function typeName(): TypeName {
    const { from } = token;
    if (token.kind !== 'word') fail('a type: BIGINT, DOUBLE, TEXT, BOOLEAN, TIMESTAMP …');
    const words = [next().word];
    if (take('PRECISION')) words.push('PRECISION');
    if (take('VARYING')) words.push('VARYING');
    if (take('UNSIGNED')) words.push('UNSIGNED');
    if (token.word === 'WITH' || token.word === 'WITHOUT') {
      words.push(next().word);
      expect('TIME');
      expect('ZONE');
      words.push('TIME', 'ZONE');
    }
    let size = '';
    if (take('(')) {
      while (token.word !== ')' && index < tokens.length - 1) size += next().text;
      expect(')');
    }
    const isList = take('[', ']');
    return { name: words.join(' ') + (size === '' ? '' : `(${size})`), isList, ...spanFrom(from) };
  }

  try {
    if (token.kind === 'end') {
      report('empty-sql', { from: 0, to: 0 }, { expected: 'SELECT … FROM dataset' });
      return undefined;
    }
    const parsed = query();
    return isShallow(parsed, report) ? parsed : undefined;
  } catch (error) {
    if (error instanceof Abort) return undefined;
    throw error;
  }
}

/** Rejects a tree that closures could not evaluate on the stack: long chains of operators nest to the left. */
function isShallow(root: QuerySyntax, report: Report): boolean {
  const open: { node: object; level: number }[] = [{ node: root, level: 0 }];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { node, level } = entry;
    if (level > MAX_TREE_DEPTH) {
      report('too-deep', node as Span, {
        found: `more than ${MAX_TREE_DEPTH} operators in a row`,
        expected: 'fewer',
        fix: 'split it with WITH',
      });
      return false;
    }
    const isExpression = 'kind' in node;
    for (const child of Object.values(node)) {
      if (typeof child === 'object' && child !== null)
        open.push({ node: child, level: level + (isExpression ? 1 : 0) });
    }
  }
  return true;
}
