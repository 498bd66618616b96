// Describes in words what a filter of terms drops or keeps: `Drops answers from the cache (hit), and requests to api.example.com.` Computes nothing.
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

/** By operator: the words after a noun (`the path that contains`), and those after `lines whose FIELD`. */
const OPERATOR_WORDS: Readonly<Record<Condition['operator'], readonly [afterNoun: string, asVerb: string]>> = {
  eq: ['', 'is'],
  '!eq': ['other than', 'is not'],
  lt: ['below', 'is below'],
  leq: ['of at most', 'is at most'],
  gt: ['above', 'is above'],
  geq: ['of at least', 'is at least'],
  startsWith: ['that begins with', 'begins with'],
  '!startsWith': ['that does not begin with', 'does not begin with'],
  endsWith: ['that ends with', 'ends with'],
  '!endsWith': ['that does not end with', 'does not end with'],
  contains: ['that contains', 'contains'],
  '!contains': ['that does not contain', 'does not contain'],
  in: ['', 'is'],
  '!in': ['other than', 'is not'],
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
  const [first, ...more] = term as [Condition, ...Condition[]];
  const rest = more.map((one) => `${one.key} ${wordsOf(one, 'after-noun')}`);
  const thing = THINGS[first.key];
  const lines =
    thing === undefined
      ? `lines whose ${first.key} ${wordsOf(first, 'verb')}`
      : `${thing} ${wordsOf(first, 'after-noun')}`;
  return [lines, ...rest].join(' with ');
}

function wordsOf({ operator, value }: Condition, form: 'after-noun' | 'verb'): string {
  const [afterNoun, verb] = OPERATOR_WORDS[operator];
  const values = (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'string' ? JSON.stringify(one) : String(one),
  );
  return `${form === 'verb' ? verb : afterNoun} ${enumerate(values, 'or')}`.trim();
}
