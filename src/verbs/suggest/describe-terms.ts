// Says in words what a filter of terms drops or keeps: `Drops answers from the cache (hit), and requests to api.example.com.` Computes nothing.
import type { ListKind, Term } from '../../analysis/suggest/index.ts';
import { enumerate } from '../../base/index.ts';
import type { Condition } from '../../language/filter/index.ts';

/** What lines with a value of a field are called. Other fields are named. */
const THINGS: Readonly<Record<string, string>> = {
  CacheCacheStatus: 'answers with the cache status',
  ClientDeviceType: 'requests of devices of the type',
  ClientRequestHost: 'requests to the host',
  ClientRequestMethod: 'requests with the method',
  ClientRequestPath: 'requests for the path',
  EdgeResponseContentType: 'answers of the type',
  EdgeResponseStatus: 'answers with the status',
};

const OPERATOR_WORDS: Readonly<Partial<Record<Condition['operator'], string>>> = {
  eq: '',
  contains: 'that contains',
  startsWith: 'that begins with',
  endsWith: 'that ends with',
  lt: 'below',
  geq: 'of at least',
};

/** Describes terms. @param promises texts of the promises whose lines are kept whatever the terms are */
export function describeTerms(terms: readonly Term[], kind: ListKind, promises: readonly string[]): string {
  const what = enumerate(terms.map(describeTerm), 'and');
  const names = enumerate(promises, 'or');
  if (kind === 'keep')
    return `Keeps ${[...(promises.length === 0 ? [] : [`lines of ${names}`]), what].join(', and ')}, and drops all others`;
  return `Drops ${what}${promises.length === 0 ? '' : `, except lines of ${names}`}`;
}

function describeTerm(term: Term): string {
  const [first, ...more] = term;
  const rest = more.map((one) => `${one.key} ${wordsOf(one)}`.trim());
  return [`${THINGS[first!.key] ?? `lines whose ${first!.key} is`} ${wordsOf(first!)}`, ...rest].join(' with ');
}

function wordsOf({ operator, value }: Condition): string {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return [OPERATOR_WORDS[operator] ?? operator, shown].filter((word) => word !== '').join(' ');
}
