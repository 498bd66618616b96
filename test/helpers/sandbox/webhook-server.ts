// A server that receives the POSTs of webhooks on loopback, and answers as a test wants.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';

/** A request that arrived. */
export interface ReceivedPost {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A running server. */
export interface WebhookServer {
  /** `http://127.0.0.1:4711` */
  origin: string;
  received: ReceivedPost[];
  /** Most requests that were in progress at the same time. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

/** Starts a server. @param answer ends the response, or leaves it open. Default: HTTP 200 */
export async function startWebhookServer(
  answer: (response: ServerResponse, post: ReceivedPost) => void | Promise<void> = (response) =>
    void response.end('ok'),
): Promise<WebhookServer> {
  const received: ReceivedPost[] = [];
  let [open, most] = [0, 0];
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    let body = '';
    for await (const chunk of request) body += chunk;
    const post = { method: request.method, path: request.url, headers: request.headers, body };
    received.push(post);
    await answer(response, post);
  });
  const { origin, stop } = await listen(server);
  return {
    ...{ origin, received, stop },
    mostAtOnce: () => most,
  };
}
