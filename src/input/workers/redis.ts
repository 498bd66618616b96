// The connection to Redis: its address, and its failures in words. The packages are loaded on use. A password never appears in a message.
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis, RedisOptions } from 'ioredis';
import { abortable, fillWords, HeadgateError, networkFailure, optionalPackage } from '../../base/index.ts';

/** Names all keys in Redis begin with, unless the address has `?prefix=`. */
const DEFAULT_PREFIX = 'headgate';
/** Longest time without Redis in a run. Milliseconds. Chosen by headgate. */
const WITHOUT_REDIS_MS = 120_000;
/** Longest time to open a connection. Milliseconds. Chosen by headgate. */
const CONNECT_MS = 5000;
/** Pause between attempts to connect. Milliseconds. */
const RECONNECT_MS = { least: 50, most: 1000 };

/** Where runs and their shards are queued. */
export interface RedisAddress {
  /** For the client; contains the password. */
  url: string;
  prefix: string;
  /** Without the password. */
  display: string;
}

/**
 * Parses an address: `redis://[user:password@]host[:port][/database][?prefix=name]`, `rediss://` for TLS.
 * @param password @default that of the address, else HEADGATE_REDIS_PASSWORD
 * @throws HeadgateError `usage`
 */
export function parseRedisAddress(text: string, password = process.env.HEADGATE_REDIS_PASSWORD): RedisAddress {
  const expected = (found: string): HeadgateError =>
    new HeadgateError(
      'usage',
      `cannot use Redis: found ${found}, expected redis://HOST:PORT or, for TLS, rediss://HOST:PORT, with /DATABASE and ?prefix=NAME; write a user name as USER@HOST, and the password in HEADGATE_REDIS_PASSWORD`,
    );
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol))
    throw expected(/[@]/.test(text) ? 'another address' : text || 'no text');
  const { searchParams: parameters, pathname } = url;
  const prefix = parameters.get('prefix') ?? DEFAULT_PREFIX;
  const [unknown] = [...parameters.keys()].filter((name) => name !== 'prefix');
  if (unknown !== undefined) throw expected(`the parameter ${unknown}`);
  if (!/^[\w.{}-]+$/.test(prefix)) throw expected('a prefix with other characters than letters, digits, . _ - { }');
  if (!/^(?:\/\d*)?$/.test(pathname)) throw expected(`the database ${pathname.slice(1)}`);
  url.search = '';
  if (url.password === '' && password) url.password = encodeURIComponent(password);
  const display = Object.assign(new URL(url), { password: '' }).href.replace(/\/$/, '');
  return { url: url.href, prefix, display: prefix === DEFAULT_PREFIX ? display : `${display}?prefix=${prefix}` };
}

/** How a process connects. */
export interface ConnectOptions {
  /** What fails without it: `read with workers`. */
  action: string;
  /** Connects again until the process ends, and begins without Redis. @default gives up after {@link WITHOUT_REDIS_MS}, and at once if the first attempt fails */
  isPatient?: boolean;
  /** Ends the attempts to connect. */
  signal?: AbortSignal;
  /** Called with a sentence each time Redis is lost, and each time it is back. */
  onLost?: (sentence: string) => void;
}

/** Connects. @throws HeadgateError `no-package`, `redis-failed`; the reason of the signal */
export async function connectRedis(address: RedisAddress, options: ConnectOptions): Promise<Redis> {
  const { action, isPatient = false, signal, onLost = () => {} } = options;
  const { Redis } = await optionalPackage('ioredis', action, () => import('ioredis'));
  let lostAt = 0;
  let isBegun = false;
  let wasNoted = false;
  const settings: RedisOptions = {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    // Duplicates of the connection share this, and count their own attempts from 1.
    retryStrategy: (attempt) => {
      if (attempt === 1) lostAt = Date.now();
      if (!isPatient && (!isBegun || Date.now() - lostAt > WITHOUT_REDIS_MS)) return null;
      return Math.min(RECONNECT_MS.least * 2 ** Math.min(attempt, 10), RECONNECT_MS.most);
    },
    // After a failover, the old primary is read-only: the next connection may find the new one.
    reconnectOnError: (error) => (isPatient && error.message.startsWith('READONLY') ? 2 : false),
  };
  const redis = withoutOwnLines(new Redis(address.url, settings));
  let reason: unknown;
  redis.on('error', (error) => {
    reason = error;
    // The caller of a first attempt has the error.
    if (wasNoted || !(isBegun || (isPatient && !REJECTED.test(error.message)))) return;
    wasNoted = true;
    const sentence = redisFailure(error, address, action, isBegun).message;
    onLost(`${sentence}; trying again${isPatient ? '' : ` for ${WITHOUT_REDIS_MS / 1000} s`}`);
  });
  redis.on('ready', () => {
    if (wasNoted && isBegun) onLost(`${address.display} can be reached again`);
    isBegun = true;
    wasNoted = false;
  });
  try {
    const ready = isPatient ? untilReady(redis) : redis.connect();
    await (signal === undefined ? ready : abortable(ready, signal));
    // The client ignores that a server lacks the database, and uses the first one.
    if (redis.options.db) await redis.select(redis.options.db);
  } catch (error) {
    redis.disconnect();
    signal?.throwIfAborted();
    throw redisFailure(reason ?? error, address, action);
  }
  return redis;
}

/** How Redis answers a password that it does not need. */
const NO_PASSWORD = /no password is set|without any password configured/;

/** Keeps a connection and its duplicates from printing a line of their own for a password that the server does not need: they work without one. */
function withoutOwnLines(redis: Redis): Redis {
  const { auth, duplicate } = redis;
  return Object.assign(redis, {
    auth: (login: unknown, replied: (error?: Error | null) => void) => {
      const own = (error?: Error | null): void => replied(NO_PASSWORD.test(error?.message ?? '') ? null : error);
      return Reflect.apply(auth, redis, [login, own]);
    },
    duplicate: (...args: Parameters<typeof duplicate>) => withoutOwnLines(duplicate.apply(redis, args)),
  });
}

/** How a server rejects a login, or a database that it lacks. */
const REJECTED = /^(?:WRONGPASS|NOAUTH|NOPERM)|DB index is out of range/;

/** Waits for the first connection. @throws the error of a server that rejects the login */
function untilReady(redis: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    redis.once('ready', resolve);
    redis.on('error', (error: Error) => {
      if (REJECTED.test(error.message)) reject(error);
    });
    redis.connect().catch(() => {});
  });
}

/** Sentences for the first word of an error of Redis. */
const REPLIES: Readonly<Record<string, string>> = {
  WRONGPASS: 'Redis rejects the user name or the password; correct them in the address or in HEADGATE_REDIS_PASSWORD',
  NOAUTH: 'Redis requires a password; set HEADGATE_REDIS_PASSWORD',
  NOPERM:
    'the user of Redis may not use these commands or keys; grant ~PREFIX:* +@all -@admin -@dangerous +info, with the prefix of the address (headgate)',
  OOM: 'Redis has no memory left; raise maxmemory, remove other keys, or pass --partials so that large answers are stored elsewhere',
  READONLY: 'Redis is read-only (a replica); name the primary',
  MISCONF: 'Redis cannot write its file to disk, and rejects changes; make room on its disk',
  LOADING: 'Redis is still loading its file; try again in a moment',
  'DB index is out of range':
    'Redis has no database of this number; write one that it has, such as redis://HOST:PORT/0 (16 by default)',
};
const REPLY = new RegExp(`\\b(?:${Object.keys(REPLIES).join('|')})\\b`);

/** Servers of another protocol. */
const NO_REDIS = {
  reason: '{host} does not answer as Redis does',
  advice: 'check the address; with TLS, write rediss://',
};
const NO_TLS = {
  reason: '{host} does not speak TLS, which rediss:// needs',
  advice: 'check the port, or write redis://',
};

/** Errors of the client, by name or text. */
const OF_REDIS = /^(?:ReplyError|ParserError|MaxRetriesPerRequestError|ClusterAllFailedError)$/;
const CLOSED = 'Connection is closed.';

/** How the client ends commands whose connection is lost before their reply: pipelines, transactions and those that wait. */
const CUT_OFF = /^Command aborted due to connection close/;
/** Pause before such a command is sent again. Milliseconds. */
const CUT_OFF_MS = 100;

/** Sends commands that may take effect twice, again if the connection was lost before their reply. */
export async function untilReplied<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!CUT_OFF.test((error as Error).message)) throw error;
      await wait(CUT_OFF_MS);
    }
  }
}

/** Whether a change that Redis rejects may be accepted later. */
export function mayRecover(error: unknown): boolean {
  return /\b(?:OOM|READONLY|MISCONF|LOADING|BUSY|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|NOREPLICAS)\b/.test(
    (error as Error).message,
  );
}

/** Returns the error for a failure of Redis; any other error is returned as it is. @param wasReached omits the advice to check the address */
export function redisFailure(error: unknown, { display }: RedisAddress, action: string, wasReached = false): Error {
  const { name, message, code, syscall } = error as NodeJS.ErrnoException;
  const failure = networkFailure([code === 'ETIMEDOUT' ? 'UND_ERR_CONNECT_TIMEOUT' : (code ?? '')]);
  const isOfRedis = OF_REDIS.test(name) || message === CLOSED || syscall !== undefined || failure !== undefined;
  if (error instanceof HeadgateError || !isOfRedis) return error as Error;
  const { host, hostname, username } = new URL(display);
  // A script reports the reply that ended it within its own text, a transaction those to its commands.
  const { previousErrors = [] } = error as { previousErrors?: Error[] };
  const [word = ''] = REPLY.exec(`${message} ${previousErrors.join(' ')}`) ?? [];
  const words = {
    ...{
      host: failure?.kind === 'unknown-host' ? hostname : host,
      address: 'the address',
      network: 'the address, the network and whether it expects TLS',
    },
    ...{ attempts: '', connectTime: `${CONNECT_MS / 1000} s` },
  };
  const own = name === 'ParserError' ? NO_REDIS : failure?.kind === 'not-tls' ? NO_TLS : failure;
  // A server that does not know AUTH repeats the password.
  const why = own === undefined ? message.replace(/, with args .*/s, '') : fillWords(own.reason, words);
  const advice = own === undefined ? 'check the address, and start Redis' : fillWords(own.advice, words);
  // A user name may be a password without its colon.
  const place = display.replace(`${username}@`, '');
  const reason = REPLIES[word] ?? `${place} cannot be reached: ${why}${wasReached ? '' : `; ${advice}`}`;
  return new HeadgateError('redis-failed', `cannot ${action}: ${reason}`, { cause: error, endsRun: true });
}
