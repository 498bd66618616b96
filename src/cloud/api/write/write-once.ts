// Sends a request with effects. If its outcome is unknown, the state is looked up before the request is sent again: nothing is created
// twice, and nothing is reported as done that is not. docs/platform.md, "Management API".
import type { z } from 'zod';
import { isOutcomeUnknown, isStillRunning } from '../request/api-failure.ts';
import type { ApiRequest, Connection } from '../request/api-request.ts';
import { describeFailure } from '../request/describe-failure.ts';
import { MAX_TRIES } from '../request/request-limits.ts';
import { tryRequest } from '../request/request-result.ts';
import { backoff, isFailure, pause, requestError, unknownOutcome } from '../request/send-request.ts';

/** What a look at the state shows after a request with an unknown outcome. */
export type LookUp<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'absent' }
  /** Neither; the sentence part describes what was found. */
  | { readonly state: 'unclear'; readonly found: string };

/**
 * Looks for a creation among the items that are new since: one that is equal to what was sent was created.
 * @param similar new items of the same name
 * @param describe prints a number of them
 */
export function findCreated<Item extends { readonly id: unknown }>(
  similar: readonly Item[],
  isEqual: (item: Item) => boolean,
  describe: (count: number) => string,
): LookUp<Item> {
  const equal = similar.filter(isEqual);
  if (equal.length === 1) return { state: 'done', result: equal[0]! };
  if (similar.length === 0) return { state: 'absent' };
  const ids = similar.map(({ id }) => id).join(', ');
  return { state: 'unclear', found: `the API lists ${describe(similar.length)} (id ${ids}) with other values` };
}

/** A write. */
interface Write<Result> {
  readonly request: ApiRequest;
  readonly schema: z.ZodType<Result>;
  readonly lookUp: () => Promise<LookUp<Result>>;
  /** How often the state is looked up, with growing waits, until it shows the change: it may lag behind a write. @default 1 */
  readonly lookUps?: number;
  /** Whether sending it again while the first one is processed would have its effects twice. @default false */
  readonly isCreation?: boolean;
  /** What the user does if the outcome remains unknown. */
  readonly advice: string;
}

/** Writes. @throws HeadgateError if the change was not made, or `api-outcome-unknown` */
export async function writeOnce<Result extends object>(
  connection: Connection,
  { schema, lookUp, lookUps = 1, isCreation = false, advice, ...write }: Write<Result>,
): Promise<Result> {
  const request = { ...write.request, hasEffects: true };
  let isUncertain = false;
  let mayStillRun = false;
  for (let tries = 1; ; tries += 1) {
    const answer = await tryRequest(connection, request, schema);
    if (!isFailure(answer)) return answer.result;
    const wasRejected = !isOutcomeUnknown(answer);
    if (wasRejected && !isUncertain) throw requestError(connection, request, answer);
    isUncertain = true;
    mayStillRun ||= isStillRunning(answer);
    const { reason } = describeFailure(connection, request, answer);
    if (answer.kind === 'interrupted') throw unknownOutcome(connection, request, answer, advice);
    connection.onRetry(`cannot ${request.action}: ${reason}; checking whether the change was made`);
    const found = await lookUpChange(connection, { lookUp, lookUps }, tries).catch(() => {
      throw unknownOutcome(connection, request, answer, `the state cannot be read either, so ${advice}`);
    });
    if (found.state === 'done') return found.result;
    if (found.state === 'unclear') throw unknownOutcome(connection, request, answer, `${found.found}, so ${advice}`);
    const isLast = wasRejected || tries >= MAX_TRIES || connection.retrySignal?.aborted === true;
    if (mayStillRun && (isCreation || isLast)) throw unknownOutcome(connection, request, answer, advice);
    if (isLast) throw requestError(connection, request, answer, 'nothing was changed');
  }
}

async function lookUpChange<Result>(
  connection: Connection,
  { lookUp, lookUps }: Required<Pick<Write<Result>, 'lookUp' | 'lookUps'>>,
  tries: number,
): Promise<LookUp<Result>> {
  for (let count = 1; ; count += 1) {
    const hasWaited = await pause(connection, backoff(connection, tries + count - 1));
    const found = await lookUp();
    if (found.state !== 'absent' || count >= lookUps || !hasWaited) return found;
  }
}
