// Sends requests that must succeed, and checks their results. requestAnswer returns the answer as it is.
import type { z } from 'zod';
import { HeadgateError, printPlural } from '../../../base/index.ts';
import { isMissing, readResult } from '../result-schemas.ts';
import type { ApiRequest, Connection } from './api-request.ts';
import { requestAnswer, requestError } from './request-error.ts';
import { isFailure, sendRequest } from './send-request.ts';

/** Sends a request. @returns the checked result. @throws HeadgateError */
export async function requestResult<Result extends object>(
  connection: Connection,
  request: ApiRequest,
  schema: z.ZodType<Result>,
): Promise<Result> {
  const result = readResult(schema, await requestAnswer(connection, request));
  if (isFailure(result)) throw requestError(connection, request, result);
  return result;
}

/** Reads an object. @returns undefined if it does not exist, although its zone or account does. @throws HeadgateError */
export async function requestIfPresent<Result extends object>(
  connection: Connection,
  request: ApiRequest,
  schema: z.ZodType<Result>,
): Promise<Result | undefined> {
  const answer = await sendRequest(connection, request);
  const result = isFailure(answer) ? answer : readResult(schema, answer);
  if (!isFailure(result)) return result;
  if (isMissing(result)) return undefined;
  throw requestError(connection, request, result);
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
  const answer = await requestAnswer(connection, request);
  const items = readResult(schema, answer);
  if (isFailure(items)) throw requestError(connection, request, items);
  const { totalCount = 0 } = answer;
  if (totalCount <= items.length) return items;
  throw new HeadgateError(
    'api-unexpected-answer',
    `cannot ${request.action}: found ${items.length} of ${printPlural(totalCount, ...noun)} in the answer, expected all of them; report this as a bug of headgate`,
  );
}
