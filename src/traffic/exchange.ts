// One exchange of a browser or client with the edge: the request as it was sent, the response as it came. Types only.
import type { Instant } from '../base/index.ts';

/** A header as it stands; order and repetition are kept. */
export type Header = readonly [name: string, value: string];

/** A request and its response, whatever file told of them. */
export interface Exchange {
  /** When the request began; undefined where the file does not say. May be a getter, and of some cost. */
  readonly timestamp: Instant | undefined;
  client: { ip: string | undefined; country: string | undefined };
  request: {
    method: string;
    /** As in the file: absolute, or beginning with `/`. */
    url: string;
    /** As in the file: `HTTP/1.1`, `h2`, `http/2.0`. */
    httpVersion: string | undefined;
    headers: readonly Header[];
  };
  response: { status: number; headers: readonly Header[] };
}

/** Why an entry of a HAR file is no exchange with the edge, though nothing is wrong with it. */
export type PassedOver =
  /** The browser answered itself: from its cache, or by a service worker. */
  | 'from-cache'
  /** No answer came: blocked, refused, given up. */
  | 'no-response'
  /** No HTTP: `data:`, `blob:`, `chrome-extension:`. */
  | 'not-http';

/** One exchange, one entry that is none, or why an entry cannot be read: what was found where, and what is wanted. */
export type EntryReading =
  | { kind: 'exchange'; exchange: Exchange }
  | { kind: 'passed-over'; reason: PassedOver }
  | { kind: 'broken'; message: string };
