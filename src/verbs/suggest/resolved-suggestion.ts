// A suggestion before its search: adds the defaults of the request, reads the filter in force, promises and prices. Reads no logs.
import { enumerate, HeadgateError } from '../../base/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { checkFieldNames } from '../../language/dataset/index.ts';
import { EVERY_LINE, type Selection, selectionOf, unionOf } from '../../language/filter/index.ts';
import { PROMISE_PREFIX, promisesOf } from '../../language/promises/index.ts';
import { type ComparedFilter, type FilterToCompare, readComparedFilters } from '../compare/compared-filters.ts';
import { type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import { type FilterArgument, type FilterRequest, type FilterSet, NO_LINE } from '../request/named-filters.ts';
import { readGuards } from '../request/read-guards.ts';
import { type PriceRequest, readPrices } from '../request/read-prices.ts';
import { isOwnSourceOf } from '../request/written-by/own-source.ts';
import { parseGoal } from './parse-goal.ts';

/** What to reach, and what to keep. */
export interface SuggestRequest
  extends Pick<FilterRequest, 'dataset' | 'stdin'>,
    LogsRequest,
    PriceRequest,
    ThreadsRequest {
  /** `50 %`: share of the pushed bytes to drop. `20 GB/day`, `5/month`: what may remain; money needs a price. */
  goal: string;
  /** Filters (expression, JSON, `@file`, `promise:NAME`): no matching line that the filter in force keeps may be lost. @default none */
  neverDrop?: readonly string[] | undefined;
  /** Whether no promise is meant. @default false: without a promise, the request is rejected */
  noPromise?: boolean | undefined;
  /** The filter in force, or the file of a job whose filter it is. @default every line is kept */
  from?: FilterToCompare | undefined;
  /** Fields that terms may test although they identify a client, a time or a person. @default none */
  use?: readonly string[] | undefined;
  /** Called once, before an object is read. */
  onListing?: ((listing: SourceListing, set?: FilterSet) => void) | undefined;
}

/** What is added to a name that both sides of a comparison have. */
const ROLE = / \(before\)$/;
/** What a request without a promise lacks. */
export const PROMISE_NEEDED = '--never-drop with the lines that must be kept';
/** The name of the filter in force if it has none. */
const IN_FORCE = 'in-force';

/** A request that was resolved. */
export type SuggestRun = Awaited<ReturnType<typeof resolveSuggestion>>;

/** Reads what the request names. @throws as `suggest` */
export async function resolveSuggestion(request: SuggestRequest) {
  const goal = parseGoal(request.goal);
  const { from = EVERY_LINE, neverDrop = [], noPromise = false, dataset: asked, stdin, use = [], price } = request;
  if ([from, (from as Partial<FilterArgument>).value].includes(NO_LINE))
    throw new HeadgateError(
      'nothing-kept',
      `cannot suggest filters: found ${NO_LINE} as the filter in force, which keeps no line, expected one that keeps some`,
    );
  const logs = resolveLogs(request);
  const read = await readComparedFilters({ ...{ sources: request.sources, stdin }, dataset: asked, from, to: [from] });
  const { dataset, warnings } = read;
  const compared: ComparedFilter = {
    ...read.from,
    name: read.from.isNamed === false ? IN_FORCE : read.from.name.replace(ROLE, ''),
  };
  if (neverDrop.length === 0 && !noPromise)
    throw new HeadgateError(
      'promise-missing',
      `cannot suggest: found no promise, expected ${PROMISE_NEEDED}, such as promise:security (headgate fields list ${dataset.name} --promises); --no-promise if every line may be dropped`,
    );
  if (neverDrop.length > 0 && noPromise)
    throw new HeadgateError(
      'promise-contradiction',
      'cannot suggest: found --never-drop and --no-promise, expected one of them; --no-promise lets every line be dropped',
    );
  const readPromises = async (texts: readonly string[]) =>
    (await readGuards({ neverDrop: [...new Set(texts)] }, dataset)).guards.flatMap((guard) =>
      guard.kind === 'never-drop' ? [{ ...guard, selection: selectionOf(guard.filter) }] : [],
    );
  const promises = await readPromises(neverDrop);
  const named = promisesOf(dataset).map(({ name }) => `${PROMISE_PREFIX}${name}`);
  const prices = await readPrices({ price });
  if (goal.kind === 'money' && prices.length === 0)
    throw new HeadgateError(
      'goal-no-price',
      `cannot use --goal '${goal.text}': found no price, expected one such as --price 0.50/GB`,
    );
  const currencies = new Set(prices.map(({ currency }) => currency));
  if (goal.kind === 'money' && currencies.size > 1)
    throw new HeadgateError(
      'goal-currencies',
      `cannot use --goal '${goal.text}': found prices in ${enumerate(
        [...currencies].map((one) => one ?? 'no currency'),
        'and',
      )}, expected one currency; pass the prices of each currency alone`,
    );
  checkFieldNames(use, dataset, 'use');
  const destination = compared.job?.destinationConf;
  return {
    /** As the user names them. */
    sources: logs.sources.length > 0 || destination === undefined ? logs.sources : [destination],
    ...{ goal, logs, dataset, compared, promises, prices, price, use: new Set(use), warnings },
    /** Undefined: every line is in force. */
    inForce: compared.reading.filter,
    /** Named promises of the dataset that are not made: what a suggestion costs somebody else. */
    unpromised: await readPromises(named.filter((text) => promises.every((promise) => promise.text.trim() !== text))),
    /** Lines that a promise protects. */
    promised: promises.reduce<Selection>((union, { selection }) => unionOf(union, selection), 'none'),
    isOwn: await isOwnSourceOf(compared.job, logs),
  };
}
