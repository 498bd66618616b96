// Sends one request to the API of a sandbox, as a client does.
import { expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';

/** Sends a request that must succeed. @returns `result` of the envelope */
export async function callApi(
  { baseURL, token }: Pick<Sandbox, 'baseURL' | 'token'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(baseURL + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.json()) as { success: boolean; result: unknown; errors: unknown };
  expect(envelope, `${method} ${path}`).toMatchObject({ success: true });
  return envelope.result;
}
