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

/** By operator of terms: the words after a noun (`the path that contains`), and those after `lines whose FIELD`. */
const OPERATOR_WORDS: Readonly<Partial<Record<Condition['operator'], readonly [afterNoun: string, asVerb: string]>>> = {
  eq: ['', ' is'],
  lt: [' below', ' is below'],
  geq: [' of at least', ' is at least'],
  startsWith: [' that begins with', ' begins with'],
  endsWith: [' that ends with', ' ends with'],
  contains: [' that contains', ' contains'],
};

/** Describes terms. @param promises texts of the promises whose lines are kept whatever the terms are */
export function describeTerms(terms: readonly Term[], kind: ListKind, promises: readonly string[]): string {
  const what = enumerate(terms.map(describeTerm), 'and');
  const names = enumerate(promises, 'or');
  if (kind === 'keep')
    return `Keeps ${[...(promises.length === 0 ? [] : [`lines of ${names}`]), what].join(', and ')}, and drops all others`;
  return `Drops ${what}${promises.length === 0 ? '' : `, except lines of ${names}`}`;
}

function describeTerm([first, ...more]: Term): string {
  const { key } = first!;
  const rest = more.map((one) => `${one.key}${wordsOf(one)[0]}`);
  const thing = THINGS[key];
  const [afterNoun, asVerb] = wordsOf(first!);
  return [thing === undefined ? `lines whose ${key}${asVerb}` : `${thing}${afterNoun}`, ...rest].join(' with ');
}

function wordsOf({ operator, value }: Condition): string[] {
  return OPERATOR_WORDS[operator]!.map((words) => `${words} ${JSON.stringify(value)}`);
}
