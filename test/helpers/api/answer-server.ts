// A server that gives fixed answers in place of the API.
import { type HttpAnswer, type HttpServer, startHttpServer } from '../http-server.ts';

export interface AnswerServer extends HttpServer {
  /** `http://127.0.0.1:<port>/client/v4` */
  baseURL: string;
  /** The next requests receive these answers; the last one repeats. Forgets what was received. */
  answer(...answers: HttpAnswer[]): void;
}

/** The envelope with a result. @param rest other keys, such as `result_info` */
export function succeeds(result: unknown, rest: object = {}): HttpAnswer {
  return { body: { success: true, errors: [], messages: [], result, ...rest } };
}

/** The envelope with an error. @param headers beside that for JSON */
export function fails(status: number, code: number | undefined, message?: string, headers = {}): HttpAnswer {
  return {
    ...{ status, headers: { 'content-type': 'application/json', ...headers } },
    body: { success: false, errors: [{ code, message }], messages: [], result: null },
  };
}

/** Starts the server. */
export async function startAnswerServer(): Promise<AnswerServer> {
  let next: HttpAnswer[] = [];
  const server = await startHttpServer(() => (next.length > 1 ? next.shift() : next[0]) ?? {});
  const answer = (...answers: HttpAnswer[]): void => {
    next = answers;
    server.requests.length = 0;
  };
  return { ...server, baseURL: `${server.origin}/client/v4`, answer };
}
