// Short answers in plain text. They contain no secret, and no object key that the client did not send.

/** A browser must not guess a type: an object key or an object may look like HTML. */
export const NO_SNIFF = { 'x-content-type-options': 'nosniff' };

/** Returns an answer in plain text, with its length also for HEAD, whose body is removed. */
export function textResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(new TextEncoder().encode(text).length),
      ...NO_SNIFF,
      ...headers,
    },
  });
}
