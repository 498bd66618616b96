// Reads how many requests the API still accepts, from the headers of every answer, and how long to wait when few are left. Sends nothing
// and does not wait. docs/platform.md, "Management API".
import { printCount, printPlural, printWait } from '../../../base/index.ts';

/**
 * Share of the requests of a window that headgate does not use: the limit counts all requests of the user, those of the dashboard and of
 * other programs included. 24 of the platform's 1,200. Chosen by headgate.
 */
const RESERVED_SHARE = 0.02;
/** Requests in a window of the platform, if no header states it. docs/platform.md, "Management API". */
const DEFAULT_QUOTA = 1200;

/** A wait before the next request. */
export interface RateLimitWait {
  /** Milliseconds. */
  readonly delayMs: number;
  /** `12 of 1,200 requests left: waiting 30 s` */
  readonly message: string;
}

/** What the headers of the last answer state. */
export interface RateLimit {
  /** Reads the headers of an answer. Ignores headers that are missing or damaged. */
  read(headers: Headers): void;
  /**
   * Returns the wait before requests: that for the last window that ends within `maxMs`. Undefined if enough requests are left, if no such
   * window ends within `maxMs`, and after one wait until more requests are left: a server whose numbers never recover is not waited for
   * again and again; it still has 429.
   * @param requests to send without a wait between them; more than half a window count as half a window. @default 1
   */
  wait(maxMs: number, requests?: number): RateLimitWait | undefined;
  /** Forgets the window, after a wait that the API requested. */
  reset(): void;
  /** Blocks the connection: the API answers no request for this time. Milliseconds. */
  block(delayMs: number): void;
  /** Returns how long the API answers no request; undefined if it may answer one. Milliseconds. */
  blockedFor(): number | undefined;
}

/** A window of requests. */
interface Window {
  readonly left: number;
  readonly quota: number | undefined;
  /** On the clock of `now`. Milliseconds. */
  readonly endsAt: number;
}

/** Creates one for a connection. @param now monotonic; milliseconds */
export function createRateLimit(now: () => number): RateLimit {
  /** Requests in a window, by policy. */
  const quotas = new Map<string, number>();
  let windows: readonly Window[] = [];
  let blockedUntil = Number.NEGATIVE_INFINITY;
  /** The last wait; undefined once enough requests for it are left. */
  let last: { readonly endsAt: number; readonly requests: number } | undefined;
  return {
    read: (headers) => {
      for (const { name, numbers } of parseItems(headers.get('ratelimit-policy'))) {
        if (numbers.has('q')) quotas.set(name, numbers.get('q')!);
      }
      const found = parseItems(headers.get('ratelimit')).flatMap(({ name, numbers }): Window[] => {
        const [left, seconds] = [numbers.get('r'), numbers.get('t')];
        if (left === undefined || seconds === undefined) return [];
        return [{ left, quota: quotas.get(name), endsAt: now() + seconds * 1000 }];
      });
      if (found.length === 0) return;
      windows = found;
      if (last !== undefined && windows.every((window) => hasLeft(window, last!.requests))) last = undefined;
    },
    wait: (maxMs, requests = 1) => {
      if (last !== undefined && requests >= last.requests && now() >= last.endsAt) return undefined;
      const ends = windows
        .filter((window) => !hasLeft(window, requests))
        .map((window) => ({ window, delayMs: Math.ceil(window.endsAt - now()) }))
        .filter(({ delayMs }) => delayMs > 0 && delayMs <= maxMs);
      const latest = ends.toSorted((a, b) => b.delayMs - a.delayMs)[0];
      if (latest === undefined) return undefined;
      const { window, delayMs } = latest;
      last = { endsAt: window.endsAt, requests };
      return { delayMs, message: `${printLeft(window)} left: waiting ${printWait(delayMs)}` };
    },
    reset: () => {
      windows = [];
    },
    block: (delayMs) => {
      blockedUntil = Math.max(blockedUntil, now() + delayMs);
    },
    blockedFor: () => {
      const left = Math.ceil(blockedUntil - now());
      return left > 0 ? left : undefined;
    },
  };
}

/** Whether a window has this many requests left, or half of all its requests, without the reserve. */
function hasLeft({ left, quota = DEFAULT_QUOTA }: Window, requests: number): boolean {
  return left >= Math.floor(quota * RESERVED_SHARE) + Math.min(requests, Math.ceil(quota / 2));
}

function printLeft({ left, quota }: Window): string {
  return quota === undefined ? printPlural(left, 'request') : `${printCount(left)} of ${printPlural(quota, 'request')}`;
}

/** An item of a list with its parameters that are whole numbers. */
interface Item {
  readonly name: string;
  readonly numbers: ReadonlyMap<string, number>;
}

const NAME = /\s*(?:"([^"\\]*)"|([A-Za-z*][\w:/.*!#$%&'+^`|~-]*))/y;
const PARAMETER = /\s*;\s*([a-z*][\w.*-]*)(?:=("[^"\\]*"|[^\s,;"]*))?/y;
const SEPARATOR = /\s*(?:,|$)/y;

/** Parses a list of structured fields (RFC 9651): `"default";r=50;t=30, "burst";r=3;t=5`. A damaged list is empty, as the standard requires. */
function parseItems(header: string | null): readonly Item[] {
  const text = header ?? '';
  const items: Item[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const name = match(NAME);
    if (name === null) return [];
    const numbers = new Map<string, number>();
    for (let found = match(PARAMETER); found !== null; found = match(PARAMETER)) {
      const [, key = '', value = ''] = found;
      if (/^\d{1,15}$/.test(value)) numbers.set(key, Number(value));
    }
    if (match(SEPARATOR) === null) return [];
    items.push({ name: name[1] ?? name[2] ?? '', numbers });
  }
  return items;
}
