// Sends requests and checks their results.
import type { z } from 'zod';
import { HeadgateError, printPlural } from '../../../base/index.ts';
import { isMissing, readResult } from '../result-schemas.ts';
import type { ApiFailure } from './api-failure.ts';
import type { ApiRequest, Connection } from './api-request.ts';
import type { ApiAnswer } from './read-answer.ts';
import { isFailure, requestError, sendRequest } from './send-request.ts';

/** An answer with its checked result. */
interface CheckedAnswer<Result> extends ApiAnswer {
  readonly result: Result;
}

/** Sends a request. @returns the answer with its checked result, or the failure */
export async function tryRequest<Result extends object>(
  connection: Connection,
  request: ApiRequest,
  schema: z.ZodType<Result>,
): Promise<CheckedAnswer<Result> | ApiFailure> {
  const answer = await sendRequest(connection, request);
  if (isFailure(answer)) return answer;
  const result = readResult(schema, answer);
  return isFailure(result) ? result : { ...answer, result };
}

/** Sends a request. @returns the answer with its checked result. @throws HeadgateError */
export async function requestAnswer<Result extends object>(
  connection: Connection,
  request: ApiRequest,
  schema: z.ZodType<Result>,
): Promise<CheckedAnswer<Result>> {
  const answer = await tryRequest(connection, request, schema);
  if (isFailure(answer)) throw requestError(connection, request, answer);
  return answer;
}

/** Sends a request. @returns the checked result. @throws HeadgateError */
export async function requestResult<Result extends object>(
  ...request: Parameters<typeof requestAnswer<Result>>
): Promise<Result> {
  return (await requestAnswer(...request)).result;
}

/**
 * Reads an object.
 * @param isAbsent whether a failure means that the object does not exist, although its zone or account does
 * @returns undefined if it does not exist
 * @throws HeadgateError
 */
export async function requestIfPresent<Result extends object>(
  connection: Connection,
  request: ApiRequest,
  schema: z.ZodType<Result>,
  isAbsent: (failure: ApiFailure) => boolean = isMissing,
): Promise<Result | undefined> {
  const answer = await tryRequest(connection, request, schema);
  if (!isFailure(answer)) return answer.result;
  if (isAbsent(answer)) return undefined;
  throw requestError(connection, request, answer);
}

/**
 * Reads a list without pages.
 * @param noun of one item, and of several
 * @throws HeadgateError `api-unexpected-answer` if the answer states that there are more items
 */
export async function requestWholeList<Item>(
  connection: Connection,
  request: ApiRequest,
  schema: z.ZodType<readonly Item[]>,
  ...noun: readonly [string, string]
): Promise<readonly Item[]> {
  const { result: items, totalCount = 0 } = await requestAnswer(connection, request, schema);
  if (totalCount <= items.length) return items;
  throw new HeadgateError(
    'api-unexpected-answer',
    `cannot ${request.action}: found ${items.length} of ${printPlural(totalCount, ...noun)} in the answer, expected all of them; report this as a bug of headgate`,
  );
}
