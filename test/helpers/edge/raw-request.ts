// HTTP requests as bytes, for paths and headers that `fetch` does not send or changes.
import { connect } from 'node:net';

/** A response, as it was sent. */
export interface RawResponse {
  status: number;
  /** Lower-case names, in alphabetical order, without `date`. */
  headers: Record<string, string>;
  /** Latin-1: one character for each byte. A chunked body has its framing. */
  body: string;
}

/**
 * Sends one request on its own connection.
 * @param head request line and headers, separated by CRLF, without the last one
 * @param body written as it is
 * @throws Error if the connection ends before the response does
 */
export function rawRequest(origin: URL, head: string, body: string | Buffer = ''): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(origin.port), origin.hostname);
    socket.setEncoding('latin1');
    // The runtime keeps the connection open whatever the request says.
    socket.on('data', (chunk: string) => {
      text += chunk;
      const response = parseResponse(text, head.startsWith('HEAD '));
      if (response === null) return;
      socket.destroy();
      resolve(response);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`found the end of the connection, expected a response: ${text}`)));
    socket.write(Buffer.from(`${head}\r\nHost: edge\r\n\r\n`));
    socket.write(body);
  });
}

/** @returns null if the response is not complete */
function parseResponse(text: string, isHead: boolean): RawResponse | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [statusLine, ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines
      .map(
        (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
      )
      .filter(([name]) => name !== 'date')
      .sort(),
  );
  const status = Number(statusLine!.split(' ')[1]);
  const body = text.slice(end + 4);
  const isComplete =
    isHead || status === 304 || status === 204
      ? true
      : headers['content-length'] === undefined
        ? body.endsWith('0\r\n\r\n')
        : body.length >= Number(headers['content-length']);
  return isComplete ? { status, headers, body } : null;
}
