// SQL text → tokens by the lexical rules of the platform's grammar (PostgreSQL's) → tree, by precedence climbing with its precedences. Reports clauses that transformers do not
// support and continues after them; a syntax error ends parsing. Knows no fields and no functions.
import { MAX_SQL_DEPTH, MAX_TREE_DEPTH } from './limits.ts';
import type { Report, TransformerProblemCode } from './problem.ts';
import type { Name, QuerySyntax, SelectItem, SelectSyntax, Span, Syntax, TypeName } from './syntax.ts';

/** How tightly operators bind. ArroyoSystems/sqlparser-rs, `src/dialect/arroyo.rs`: `->` binds tighter than `=` and looser than `+`. */
const BINDING: ReadonlyMap<string, number> = new Map(
  [
    ['OR'],
    ['AND'],
    ['NOT'],
    ['IS'],
    ['=', '<>', '!=', '<', '<=', '>', '>=', '<=>', '~', '~*', '!~', '!~*'],
    ['BETWEEN', 'IN', 'LIKE', 'ILIKE', 'SIMILAR', 'AT', 'COLLATE'],
    ['&', '|', '#', '<<', '>>', '->', '->>', '?', '@>', '<@', '||'],
    ['+', '-'],
    ['*', '/', '%'],
    ['['],
    ['::'],
    ['.'],
  ].flatMap((operators, index) => operators.map((operator) => [operator, index + 1] as const)),
);
const bindingOf = (operator: string): number => BINDING.get(operator)!;

/** What SQL has in place of signs and words of other languages. */
const SIGN_ADVICE: Readonly<Record<string, string>> = {
  '==': 'write =',
  '&&': 'write AND',
  '!': 'write NOT',
  '^': 'write power(…, …), or # for exclusive or',
  '{': "write IN (1, 2) for a list, named_struct('key', value) for an object",
  // Operators of filters.
  ...{ EQ: 'write =', NE: 'write <>', LT: 'write <', LE: 'write <=', GT: 'write >', GE: 'write >=' },
  ...{ CONTAINS: "write LIKE '%text%'", MATCHES: "write regexp_like(…, 'pattern')" },
};

/** Words that end an expression or begin a clause: no alias without AS, and no field without quotes. */
const RESERVED = new Set(
  'SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH UNION INTERSECT EXCEPT WINDOW QUALIFY INTO WITH AS AND OR NOT IS IN LIKE ILIKE SIMILAR BETWEEN CASE WHEN THEN ELSE END ON JOIN INNER LEFT RIGHT FULL CROSS NATURAL LATERAL USING PLACING ESCAPE COLLATE AT DISTINCT'.split(
    ' ',
  ),
);
/** By the first word of the arguments of TRIM: the function of that side. */
const TRIM_SIDES: Readonly<Record<string, string>> = { BOTH: 'trim', LEADING: 'ltrim', TRAILING: 'rtrim' };
/** Before a subquery or a list. */
const QUANTIFIERS = ['ANY', 'ALL', 'SOME'];
const JOINS = ['JOIN', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'NATURAL', ','];

type Clause = readonly [code: TransformerProblemCode, found: string, fix: string];
/**
 * Clauses of SQL that transformers lack, by their first word, with the fix. `not-implemented`: no page of the platform names it.
 * `docs/platform.md`, "Transformers".
 */
const CLAUSES = new Map<string, Clause>([
  ...JOINS.map((word) => [word, ['not-supported', 'a join', 'read one dataset']] as const),
  ['GROUP', ['not-supported', 'GROUP BY', 'remove it: a transformer sees each record alone']],
  ['HAVING', ['not-supported', 'HAVING', 'use WHERE']],
  ['ORDER', ['not-supported', 'ORDER BY', 'remove it']],
  ['WINDOW', ['not-supported', 'WINDOW', 'remove it']],
  ['QUALIFY', ['not-supported', 'QUALIFY', 'use WHERE']],
  ['LATERAL', ['not-supported', 'LATERAL', 'remove it']],
  ['LIMIT', ['not-implemented', 'LIMIT', 'use sample_rate of the job']],
  ['OFFSET', ['not-implemented', 'OFFSET', 'remove it']],
  ['FETCH', ['not-implemented', 'FETCH', 'remove it']],
  ['UNION', ['not-implemented', 'UNION', 'attach a transformer to each of two jobs']],
  ['INTERSECT', ['not-implemented', 'INTERSECT', 'join the conditions with AND']],
  ['EXCEPT', ['not-implemented', 'EXCEPT', 'join the conditions with AND NOT']],
  ['INTO', ['not-implemented', 'INTO', 'remove it']],
]);
/** Words of a type after its first one. */
const TYPE_SUFFIXES = [['PRECISION'], ['VARYING'], ['UNSIGNED'], ['WITH', 'TIME', 'ZONE'], ['WITHOUT', 'TIME', 'ZONE']];

/** The text is not SQL: a problem has been reported. */
class Abort extends Error {}

/** Parses a transformer. @returns undefined after a syntax error, which it reports */
export function parseSql(sql: string, report: Report): QuerySyntax | undefined {
  const tokens = tokensOf(sql, report);
  if (tokens === undefined) return undefined;
  let index = 0;
  let token = tokens[0]!;
  let depth = 0;
  /** End of the token before this one. */
  let end = 0;

  function next(): Token {
    const current = token;
    end = current.to;
    index = Math.min(index + 1, tokens!.length - 1);
    token = tokens![index]!;
    return current;
  }

  function peek(distance = 1): Token {
    return tokens![Math.min(index + distance, tokens!.length - 1)]!;
  }

  /** The token that closes the parenthesis which is next. */
  function groupEnd(): Token | undefined {
    let depth = 0;
    return tokens!.slice(index).find(({ word }) => {
      depth += word === '(' ? 1 : word === ')' ? -1 : 0;
      return depth === 0;
    });
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

  /** Rejects by its name what no page of the platform documents and headgate does not evaluate. */
  function reject(found: string, fix?: string, at: Span = token): never {
    report('not-implemented', at, { found, fix });
    throw new Abort();
  }

  function expect(word: string, expected = `"${word}"`, fix?: string): Token {
    return token.word === word ? next() : fail(expected, fix);
  }

  function spanFrom(from: number): Span {
    return { from, to: end };
  }

  /** Skips to the end of a clause or of the parentheses, which has been reported. Several joins are one problem. */
  function skip(isEnd: () => boolean = () => false): void {
    for (let open = 0; token.kind !== 'end'; next()) {
      if (open === 0 && (token.word === ')' || isEnd())) return;
      if (token.word === '(') open += 1;
      if (token.word === ')') open -= 1;
    }
  }

  const isName = (): boolean => token.kind === 'name' || (token.kind === 'word' && !RESERVED.has(token.word));

  function asName({ text, from, to, kind }: Token): Name {
    return { text, from, to, isQuoted: kind === 'name' };
  }

  function name(expected: string): Name {
    if (isName()) return asName(next());
    return fail(expected, token.kind === 'text' ? 'write names without quotes, or in double quotes' : undefined);
  }

  function query(): QuerySyntax {
    const tables: { name: Name; select: SelectSyntax }[] = [];
    if (take('WITH')) {
      do {
        const table = name('a name');
        expect('AS');
        expect('(');
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
    const { from, word } = token;
    if (/^(INSERT|UPDATE|DELETE|CREATE|DROP|SET|EXPLAIN|SHOW|COPY|VALUES)$/.test(word)) {
      const found = `a statement other than SELECT (${word})`;
      report('not-supported', token, { found, fix: 'write SELECT … FROM dataset' });
      throw new Abort();
    }
    expect('SELECT', 'SELECT');
    if (token.word === 'DISTINCT') report('not-implemented', next(), { found: 'DISTINCT', fix: 'remove it' });
    const items = listOf(item);
    let table: Name | undefined;
    let alias: Name | undefined;
    const isEnd = (): boolean => token.kind === 'end' || token.word === ')' || token.word === ';';
    if (take('FROM')) {
      if (take('(')) {
        const fix = 'write it before the SELECT: WITH name AS (SELECT …)';
        report('not-supported', tokens![index - 1]!, { found: 'a subquery', fix });
        skip();
        next();
      } else {
        table = name('the name of the dataset');
        if (token.word === '.') fail('the name of the dataset alone');
      }
      if (take('AS') || isName()) alias = name('a name');
    } else if (!isEnd() && token.word !== 'WHERE' && !CLAUSES.has(token.word)) {
      fail('"," or FROM', token.kind === 'word' ? 'separate columns with commas' : undefined);
    } else report('missing-from', items[0]!, { expected: 'FROM dataset', fix: 'add FROM and the dataset of the job' });
    let where: Syntax | undefined;
    while (!isEnd()) {
      const clause = CLAUSES.get(token.word);
      if (token.word === 'WHERE' && where === undefined) {
        next();
        where = expression();
      } else if (clause !== undefined) {
        const [code, found, fix] = clause;
        report(code, next(), { found, fix });
        skip(
          () =>
            token.word === ';' || token.word === 'WHERE' || (CLAUSES.has(token.word) && !JOINS.includes(token.word)),
        );
      } else if (where !== undefined && token.word === 'WHERE') fail('one WHERE', 'join the conditions with AND');
      else fail(where === undefined ? 'WHERE or the end of the SQL' : 'AND, OR or the end of the SQL');
    }
    return { items, table, alias, where, ...spanFrom(from) };
  }

  function item(): SelectItem {
    const { from } = token;
    if (take('*')) {
      if (token.word === 'EXCLUDE') reject('EXCLUDE', 'write EXCEPT (…)');
      const except = take('EXCEPT', '(') ? listOf(() => name('a field'), ')') : [];
      return { kind: 'star', except, ...spanFrom(from) };
    }
    if (token.word === 'FROM')
      fail('a column', index > 0 && peek(-1).word === ',' ? 'remove the comma before FROM' : 'write the columns');
    const value = expression();
    const span = spanFrom(from);
    // FROM may be a name: `x AS FROM FROM dataset`.
    if (token.word === 'AS' && peek().word === 'FROM' && ![',', 'FROM'].includes(peek(2).word)) {
      next();
      fail('a name after AS', 'write the name, or remove AS');
    }
    const hasAlias = take('AS') ? token.kind === 'word' || isName() || fail('a name') : isName();
    return { kind: 'column', expression: value, alias: hasAlias ? asName(next()) : undefined, ...span };
  }

  /** Parses one or more items with commas between them. @param closing the sign after them, which it skips */
  function listOf<Item>(parse: () => Item, closing?: string): Item[] {
    const items = [parse()];
    while (take(',')) items.push(parse());
    if (closing !== undefined) expect(closing, `"," or "${closing}"`);
    return items;
  }

  function tooDeep(span: Span, found: string, expected: string): void {
    report('too-deep', span, { found, expected, fix: 'split it with WITH' });
  }

  /** Parses operators that bind tighter than `binding`. */
  function expression(binding = 0): Syntax {
    depth += 1;
    if (depth > MAX_SQL_DEPTH) {
      tooDeep(token, `more than ${MAX_SQL_DEPTH} levels`, `at most ${MAX_SQL_DEPTH} levels`);
      throw new Abort();
    }
    const { from } = token;
    let left = prefix();
    for (let tight = bindingOfToken(); tight > binding; tight = bindingOfToken()) left = infix(left, from, tight);
    depth -= 1;
    return left;
  }

  function bindingOfToken(): number {
    if (token.kind !== 'sign' && token.kind !== 'word') return 0;
    if (token.word !== 'NOT') return BINDING.get(token.word) ?? 0;
    return BINDING.get(peek().word) === bindingOf('IN') ? bindingOf('IN') : 0;
  }

  function infix(left: Syntax, from: number, tight: number): Syntax {
    const operator = next();
    const { word } = operator;
    const isNegated = word === 'NOT';
    const test = isNegated ? next().word : word;
    switch (test) {
      case '::':
        return { kind: 'cast', operand: left, type: typeName(), isTry: false, ...spanFrom(from) };
      case '[': {
        const position = expression();
        expect(']');
        return { kind: 'subscript', operand: left, index: position, ...spanFrom(from) };
      }
      case '.':
        if (token.word === '*') reject('* of a name', 'write *, which is every field of the dataset');
        return { kind: 'member', operand: left, key: name('a key'), ...spanFrom(from) };
      case 'AND':
      case 'OR':
      case '||': {
        const items = [left, expression(tight)];
        while (take(word)) items.push(expression(tight));
        return { kind: 'chain', operator: word.toLowerCase() as 'and', items, ...spanFrom(from) };
      }
      case 'IS':
        return isTest(left, from);
      case 'IN': {
        expect('(');
        return { kind: 'in', operand: left, items: listOf(expression, ')'), isNegated, ...spanFrom(from) };
      }
      case 'BETWEEN': {
        if (token.word === 'SYMMETRIC') reject('BETWEEN SYMMETRIC', 'write the lower limit first');
        const low = expression(tight);
        expect('AND');
        return { kind: 'between', operand: left, low, high: expression(tight), isNegated, ...spanFrom(from) };
      }
      case 'LIKE':
      case 'ILIKE': {
        const pattern = expression(tight);
        if (take('ESCAPE') && next().text !== '\\')
          fail("'\\'", "escape with a backslash: '100\\%'", tokens![index - 1]);
        return { kind: 'like', operand: left, pattern, ignoresCase: test === 'ILIKE', isNegated, ...spanFrom(from) };
      }
      case 'SIMILAR':
        return reject('SIMILAR TO', 'use regexp_like', operator);
      case 'AT':
        return reject('AT TIME ZONE', undefined, operator);
      case 'COLLATE':
        return reject('COLLATE', undefined, operator);
      default: {
        const right = expression(tight);
        return { kind: 'binary', operator: word === '!=' ? '<>' : word, left, right, ...spanFrom(from) };
      }
    }
  }

  function isTest(operand: Syntax, from: number): Syntax {
    const isNegated = take('NOT');
    if (take('DISTINCT', 'FROM')) {
      const group = token.word === '(' ? groupEnd() : undefined;
      const right = expression();
      // As the parser of the open engine.
      if (right.kind === 'chain' && right.operator !== '||' && peek(-1) !== group)
        report('operand-without-parentheses', right, {
          found: `${right.operator.toUpperCase()} in the right side of IS ${isNegated ? 'NOT ' : ''}DISTINCT FROM`,
          expected: 'parentheses: it takes the whole rest of the condition',
          fix: 'write (a IS DISTINCT FROM b) AND c, or a IS DISTINCT FROM (b AND c)',
        });
      const same: Syntax = { kind: 'binary', operator: '<=>', left: operand, right, ...spanFrom(from) };
      return isNegated ? same : { kind: 'unary', operator: 'not', operand: same, ...spanFrom(from) };
    }
    const test = token.word.toLowerCase();
    if (test !== 'null' && test !== 'true' && test !== 'false' && test !== 'unknown')
      fail('NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM');
    next();
    return { kind: 'is', operand, test, isNegated, ...spanFrom(from) };
  }

  function textLiteral(): Syntax {
    return { kind: 'text', value: next().text, ...spanFrom(peek(-1).from) };
  }

  function prefix(): Syntax {
    const { kind, word, from } = token;
    if (kind === 'number') return { kind, text: next().text, ...spanFrom(from) };
    if (kind === 'text') return textLiteral();
    if (peek().kind === 'text' && ['DATE', 'TIMESTAMP', 'TIMESTAMPTZ'].includes(word)) {
      const type: TypeName = { name: next().word, isList: false, ...spanFrom(from) };
      return { kind: 'cast', operand: textLiteral(), type, isTry: false, ...spanFrom(from) };
    }
    if (word === 'INTERVAL' && peek().kind === 'text') return interval(from);
    if (word === 'INTERVAL' && peek().kind === 'number') reject('INTERVAL of a number', "write INTERVAL '15 minutes'");
    if (QUANTIFIERS.includes(word) && peek().word === '(') reject(word, 'use IN, or array_has(list, value)');
    // LEFT and RIGHT are functions too.
    if (peek().word === '(' && (isName() || word === 'LEFT' || word === 'RIGHT')) return call(next(), from);
    switch (word) {
      case '(': {
        next();
        const inner = expression();
        expect(')');
        return inner;
      }
      case 'ARRAY':
      case '[':
        if (word === 'ARRAY' && peek().word !== '[') break;
        while (next().word !== '[');
        return { kind: 'list', items: take(']') ? [] : listOf(expression, ']'), ...spanFrom(from) };
      case '-':
      case '+':
        next();
        if (word === '-' && token.kind === 'number')
          return { kind: 'number', text: `-${next().text}`, ...spanFrom(from) };
        return { kind: 'unary', operator: word, operand: expression(bindingOf('*')), ...spanFrom(from) };
      case 'NOT':
        next();
        return { kind: 'unary', operator: 'not', operand: expression(bindingOf('NOT')), ...spanFrom(from) };
      case 'NULL':
      case 'TRUE':
      case 'FALSE':
        next();
        return { kind: 'constant', value: word === 'NULL' ? null : word === 'TRUE', ...spanFrom(from) };
      case 'CASE':
        return caseExpression(from);
      case 'SELECT':
      case 'WITH':
        report('not-supported', token, { found: 'a subquery', fix: 'list the values' });
        skip();
        return { kind: 'constant', value: null, ...spanFrom(from) };
    }
    if (!isName()) fail('an expression');
    const parts = [asName(next())];
    while (token.word === '.' && (peek().kind === 'word' || peek().kind === 'name')) {
      next();
      parts.push(asName(next()));
    }
    return { kind: 'name', parts, ...spanFrom(from) };
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
    if (/^(YEAR|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND|MILLISECOND|MICROSECOND|NANOSECOND)S?$/.test(token.word))
      value += ` ${next().text}`;
    return { kind: 'interval', value, ...spanFrom(from) };
  }

  /** Parses the arguments of a function, whose name has been read. Keywords between arguments become commas. */
  function call(first: Token, from: number): Syntax {
    const { word } = first;
    next();
    let called = asName(first);
    const args: Syntax[] = [];
    if (word === 'CAST' || word === 'TRY_CAST') {
      const operand = expression();
      expect('AS', 'AS', 'write CAST(expression AS type)');
      const type = typeName();
      expect(')');
      return { kind: 'cast', operand, type, isTry: word === 'TRY_CAST', ...spanFrom(from) };
    }
    if (word === 'EXTRACT') {
      if (token.kind !== 'word' && token.kind !== 'text') fail('a part of a time: year, month, epoch …');
      args.push(textLiteral());
      expect('FROM');
      args.push(expression());
    } else if (word === 'POSITION') {
      const wanted = expression(bindingOf('IN'));
      expect('IN', 'IN', 'write position(wanted IN text)');
      args.push(expression(), wanted);
    } else if (word === 'TRIM') {
      const side = TRIM_SIDES[token.word];
      if (side !== undefined) {
        next();
        called = { ...called, text: side };
      }
      if (token.word !== 'FROM') args.push(...listOf(expression));
      if (take('FROM')) args.unshift(expression());
    } else if (!take('*') && token.word !== ')') {
      do args.push(expression());
      while (take(',') || (/^(OVERLAY|SUBSTRING)$/.test(word) && (take('PLACING') || take('FROM') || take('FOR'))));
    }
    expect(')', '"," or ")"');
    const found: Syntax = { kind: 'call', name: called, args, ...spanFrom(from) };
    if (token.word === 'OVER') {
      report('not-supported', token, { found: 'a window function' });
      next();
      expect('(');
      skip();
      next();
    }
    return found;
  }

  function typeName(): TypeName {
    const { from } = token;
    if (token.kind !== 'word') fail('a type: BIGINT, DOUBLE, TEXT, BOOLEAN, TIMESTAMP …');
    const words: string[] = [next().word];
    for (const suffix of TYPE_SUFFIXES) if (take(...suffix)) words.push(...suffix);
    let size = '';
    if (take('(')) {
      while (token.word !== ')' && peek() !== token) size += next().text;
      expect(')');
    }
    const isList = take('[', ']');
    return { name: words.join(' ') + (size === '' ? '' : `(${size})`), isList, ...spanFrom(from) };
  }

  /** Rejects a tree that closures could not evaluate on the stack: long chains of operators nest to the left. */
  function isShallow(root: QuerySyntax): boolean {
    const open: { node: object; level: number }[] = [{ node: root, level: 0 }];
    for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
      const { node, level } = entry;
      if (level > MAX_TREE_DEPTH) {
        tooDeep(node as Span, `more than ${MAX_TREE_DEPTH} operators in a row`, 'fewer');
        return false;
      }
      const inner = 'kind' in node ? level + 1 : level;
      for (const child of Object.values(node))
        if (typeof child === 'object' && child !== null) open.push({ node: child, level: inner });
    }
    return true;
  }

  try {
    if (token.kind === 'end') {
      report('empty-sql', { from: 0, to: 0 }, { expected: 'SELECT … FROM dataset' });
      return undefined;
    }
    const parsed = query();
    return isShallow(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof Abort) return undefined;
    throw error;
  }
}

/** `word` is unquoted and `text` as written; `name` is in double quotes; `text` in single quotes. */
interface Token {
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
function tokensOf(sql: string, report: Report): Token[] | undefined {
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
