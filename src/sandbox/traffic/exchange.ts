// An exchange of a browser or client with the edge: the request as sent, the response as received. Types only.
import type { Instant, PlainObject } from '../../base/index.ts';

/** A header as recorded; order and repetition are preserved. */
export type Header = readonly [name: string, value: string];

/** A request and its response, from a file of any format. */
export interface Exchange {
  /** Start of the request; undefined if the file does not contain it. May be a getter that parses. */
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
  /**
   * Log fields that the headers do not contain, such as `BotScore` or `SecurityAction`: name → JSON value. The local
   * service logs them instead of its own values.
   */
  readonly fields?: PlainObject | undefined;
}

/** The reason why a valid entry of a HAR file is not an exchange with the edge. */
export type PassedOver =
  /** The browser answered, from its cache or by a service worker. */
  | 'from-cache'
  /** No response arrived: blocked, refused, canceled. */
  | 'no-response'
  /** Not HTTP: `data:`, `blob:`, `chrome-extension:`. */
  | 'not-http';

/** An exchange, an entry that is not an exchange, or the reason why an entry is invalid. */
export type EntryReading =
  | { kind: 'exchange'; exchange: Exchange }
  | { kind: 'passed-over'; reason: PassedOver }
  | { kind: 'broken'; message: string };
