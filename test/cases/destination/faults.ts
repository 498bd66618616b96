// Faults between a bucket and the program, and the expected result of each.
import { s3ErrorBody } from '../../helpers/destination/bucket-answers.ts';
import { type BucketAnswer, byChance, type Fault, type FaultRequest } from '../../helpers/destination/fault-server.ts';
import type { HttpAnswer } from '../../helpers/http-server.ts';

/** Objects of the bucket, in the folder `logs/`. The first answer of most rows concerns `b`. */
export const OBJECTS = ['a.log.gz', 'b.log.gz', 'big.log.gz', 'c.log.gz', 'd.log.gz', 'plain.log'] as const;
type Name = (typeof OBJECTS)[number];

/** One fault. */
export interface FaultRow {
  name: string;
  fault: Fault;
  /** `same`: the report of the folder. Otherwise the lost objects, or the error that ends the run. */
  ends: 'same' | Loss | { throws: string };
  /** Number of completed objects at which the fault begins. */
  afterObjects?: number;
  /** Whether the fault lasts: attempts are then limited. */
  isLasting?: boolean;
  /** Whether the server falls silent or is too slow: the time limit is then short. */
  isSilent?: boolean;
}

/** Objects that the report names; all others count as in the folder. */
export interface Loss {
  lost: readonly Name[];
  /** Code of their problem. */
  code: string;
  /** Whether their lines before the fault may count. */
  isPartial?: boolean;
}

type Spoil = HttpAnswer | ((answer: BucketAnswer) => HttpAnswer);

function spoil(how: Spoil, answer: BucketAnswer): HttpAnswer {
  return typeof how === 'function' ? how(answer) : how;
}

/** Injects a fault into the first `turns` answers for one object. */
function of(name: Name, how: Spoil, turns = Number.POSITIVE_INFINITY): Fault {
  return ({ key, turn }, answer) => (key === `logs/${name}` && turn < turns ? spoil(how, answer) : undefined);
}

/** Injects a fault into the answers for all objects, from the first. */
function gets(how: Spoil, turns = Number.POSITIVE_INFINITY): Fault {
  return ({ action, index }, answer) => (action === 'get' && index < turns ? spoil(how, answer) : undefined);
}

/** Injects a fault into listings, from the page `from` on. */
function lists(how: Spoil, turns = Number.POSITIVE_INFINITY, from = 0): Fault {
  return ({ action, index }, answer) =>
    action === 'list' && index >= from && index < from + turns ? spoil(how, answer) : undefined;
}

function rejection(status: number, code: string, headers: Record<string, string> = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'application/xml', ...headers }, body: Buffer.from(s3ErrorBody(code)) };
}

function page(change: (xml: string) => string): Spoil {
  return ({ body }) => ({ body: Buffer.from(change(body.toString())) });
}

/** A listing that never ends. */
function endless(token: (request: FaultRequest) => string, { keep = true, isTruncated = true } = {}): Fault {
  return (request, { body }) => {
    if (request.action !== 'list') return undefined;
    const [first] = body.toString().match(/<Contents>.*?<\/Contents>/s) ?? [''];
    const contents = keep ? first : '';
    const more = `<IsTruncated>${isTruncated}</IsTruncated><NextContinuationToken>${token(request)}</NextContinuationToken>`;
    return {
      status: 200,
      headers: {},
      body: Buffer.from(
        `<ListBucketResult><Name>sandbox</Name><EncodingType>url</EncodingType>${more}${contents}</ListBucketResult>`,
      ),
    };
  };
}

/** The first answer ends early, and later ones have a fault. */
function resumed(how: Spoil): Fault {
  return ({ key, turn }, answer) => {
    if (key !== 'logs/big.log.gz') return undefined;
    return turn === 0 ? { resetAt: 3000 } : spoil(how, answer);
  };
}

const HTML = Buffer.from('<!DOCTYPE html><html><body>Sign in to the network</body></html>');
const B: Loss = { lost: ['b.log.gz'], code: 'read-failed' };
const CHANGED: Loss = { lost: ['b.log.gz'], code: 'object-changed' };
const BIG: Loss = { lost: ['big.log.gz'], code: 'object-changed', isPartial: true };
const WITHOUT_BODY: Spoil = { body: Buffer.alloc(0) };

/** Transient faults: each for the first attempts only and, unless it is brief, permanently. */
const PASSING: readonly { name: string; how: Spoil; isPartial?: boolean; isBrief?: boolean; isSilent?: boolean }[] = [
  ...[408, 429, 500, 502, 503, 504].map((status) => ({
    name: `HTTP ${status}`,
    how: rejection(status, `Code${status}`),
    isBrief: status !== 500,
  })),
  { name: 'SlowDown', how: rejection(503, 'SlowDown') },
  { name: 'a Retry-After', how: rejection(429, 'TooManyRequests', { 'retry-after': '1' }), isBrief: true },
  { name: 'an error that is no XML', how: { status: 500, headers: {}, body: HTML } },
  { name: 'an error without a body', how: { status: 502, headers: {}, ...WITHOUT_BODY } },
  { name: 'an error whose body stalls', how: { ...rejection(500, 'InternalError'), stallAt: 30 }, isSilent: true },
  { name: 'a reset before the answer', how: { resetAt: 'start' } },
  { name: 'a reset after the headers', how: { resetAt: 'headers' } },
  { name: 'a reset within the body', how: { resetAt: 300 }, isPartial: true },
  { name: 'an end within the body', how: { endAt: 300 }, isPartial: true },
  { name: 'an end before the body', how: { endAt: 0 } },
  { name: 'no answer', how: { stallAt: 'start' }, isSilent: true },
  { name: 'silence after the headers', how: { stallAt: 'headers' }, isSilent: true },
  { name: 'silence within the body', how: { stallAt: 300 }, isPartial: true, isSilent: true },
  { name: 'a trickle', how: { trickle: { at: 300, everyMs: 40 } }, isPartial: true, isSilent: true },
  { name: 'something that is not HTTP', how: { raw: 'SSH-2.0-OpenSSH_9.6\r\n' } },
];

const OF_ONE: readonly FaultRow[] = PASSING.flatMap(({ name, how, isPartial = false, isBrief, isSilent = false }) => {
  const twice: FaultRow = { name: `${name}, twice`, fault: of('b.log.gz', how, 2), ends: 'same', isSilent };
  if (isBrief) return [twice];
  const ends = { ...B, isPartial };
  return [twice, { name: `${name}, for good`, fault: of('b.log.gz', how), ends, isLasting: true, isSilent }];
});

const REJECTED: readonly FaultRow[] = [
  { name: 'HTTP 400', fault: of('b.log.gz', rejection(400, 'InvalidRequest')), ends: B },
  { name: 'HTTP 403', fault: of('b.log.gz', rejection(403, 'AccessDenied')), ends: { ...B, code: 'object-denied' } },
  { name: 'HTTP 404', fault: of('b.log.gz', rejection(404, 'NoSuchKey')), ends: { ...B, code: 'object-gone' } },
  { name: 'HTTP 409', fault: of('b.log.gz', rejection(409, 'Conflict')), ends: B },
  { name: 'HTTP 412', fault: of('b.log.gz', rejection(412, 'PreconditionFailed')), ends: CHANGED },
  { name: 'HTTP 416', fault: of('b.log.gz', rejection(416, 'InvalidRange')), ends: CHANGED },
  { name: 'HTTP 501', fault: of('b.log.gz', rejection(501, 'NotImplemented')), ends: B },
  {
    name: 'archived',
    fault: of('b.log.gz', rejection(403, 'InvalidObjectState')),
    ends: { ...B, code: 'object-archived' },
  },
  ...[
    { name: 'HTTP 401', how: rejection(401, 'Unauthorized'), code: 's3-access-key' },
    { name: 'a redirect', how: rejection(301, 'PermanentRedirect'), code: 's3-region' },
    { name: 'a passing redirect', how: rejection(307, 'TemporaryRedirect'), code: 's3-region' },
    { name: 'a proxy', how: { status: 407, headers: {}, body: HTML }, code: 's3-proxy' },
  ].map(({ name, how, code }) => ({ name, fault: of('b.log.gz', how), ends: { ...B, code }, afterObjects: 5 })),
];

const KEYS: readonly FaultRow[] = [
  { name: 'expires', how: rejection(403, 'ExpiredToken'), code: 's3-expired' },
  { name: 'is withdrawn', how: rejection(403, 'InvalidAccessKeyId'), code: 's3-access-key' },
  { name: 'loses its rights', how: rejection(403, 'AccessDenied'), code: 'object-denied' },
].map(({ name, how, code }) => ({
  name: `a key that ${name} while objects are read`,
  fault: ({ key }) => (/\/(c|d|plain)\./.test(key) ? how : undefined),
  ends: { lost: ['c.log.gz', 'd.log.gz', 'plain.log'], code },
  afterObjects: 3,
}));

const OTHER_OBJECTS: readonly FaultRow[] = [
  { name: 'another etag', how: ({ headers }: BucketAnswer) => ({ headers: { ...headers, etag: '"0123"' } }) },
  { name: 'a smaller object', how: ({ body }: BucketAnswer) => ({ body: body.subarray(0, 500) }) },
  { name: 'a larger object', how: ({ body }: BucketAnswer) => ({ body: Buffer.concat([body, body]) }) },
  { name: 'no bytes', how: WITHOUT_BODY },
  { name: 'a web page', how: { headers: { 'content-type': 'text/html' }, body: HTML } },
  { name: 'an error as if all were well', how: { headers: {}, body: Buffer.from(s3ErrorBody('InternalError')) } },
  {
    name: 'another object of the same size',
    how: ({ body }: BucketAnswer) => ({ headers: { etag: '"other"' }, body: Buffer.from(body).fill(10) }),
  },
].map(({ name, how }) => ({ name, fault: of('b.log.gz', how), ends: CHANGED }));

const SIZES: readonly FaultRow[] = [
  {
    name: 'more bytes than were listed, without a length',
    fault: of('plain.log', ({ body }) => ({ body: Buffer.concat([body, body]), isUnmeasured: true })),
    ends: { lost: ['plain.log'], code: 'object-changed', isPartial: true },
  },
  {
    name: 'fewer bytes than were listed, without a length or an etag',
    fault: of('plain.log', ({ body }) => ({ headers: {}, body: body.subarray(0, 700), isUnmeasured: true })),
    ends: { lost: ['plain.log'], code: 'read-failed', isPartial: true },
    isLasting: true,
  },
  {
    name: 'a length beyond the bytes',
    fault: of('b.log.gz', ({ body }) => ({ body: Buffer.concat([body, Buffer.alloc(99)]), resetAt: body.length })),
    ends: CHANGED,
  },
  { name: 'no length', fault: gets({ isUnmeasured: true }), ends: 'same' },
  { name: 'no etag', fault: gets({ headers: {} }), ends: 'same' },
  { name: 'an etag without quotes', fault: gets(etag((text) => text.replaceAll('"', ''))), ends: 'same' },
  { name: 'a weak etag', fault: gets(etag((text) => `W/${text}`)), ends: 'same' },
];

function etag(change: (text: string) => string): Spoil {
  return ({ headers }) => ({ headers: { ...headers, etag: change(headers.etag ?? '') } });
}

const RANGES: readonly FaultRow[] = [
  {
    name: 'another etag',
    how: ({ headers }: BucketAnswer) => ({ headers: { ...headers, etag: '"0123"' } }),
    ends: BIG,
  },
  { name: 'another size', how: range((from, bytes) => `bytes ${from}-${bytes}/${bytes + 1}`), ends: BIG },
  { name: 'HTTP 412', how: rejection(412, 'PreconditionFailed'), ends: BIG },
  { name: 'HTTP 416', how: rejection(416, 'InvalidRange'), ends: BIG },
  { name: 'HTTP 404', how: rejection(404, 'NoSuchKey'), ends: { ...BIG, code: 'object-gone' } },
  {
    name: 'a later range',
    how: range((from, bytes) => `bytes ${from + 9}-${bytes - 1}/${bytes}`),
    ends: { ...BIG, code: 'read-failed' },
  },
  { name: 'an expired key', how: rejection(403, 'ExpiredToken'), ends: { ...BIG, code: 'read-failed' } },
  {
    name: 'a part of the range',
    how: ({ body }: BucketAnswer) => ({ body: body.subarray(0, Math.max(2000, body.length >> 1)) }),
    ends: 'same' as const,
  },
  { name: 'another reset', how: { resetAt: 2000 }, ends: 'same' as const },
].map(({ name, how, ends }) => ({ name: `resumed: ${name}`, fault: resumed(how), ends }));

function range(change: (from: number, bytes: number) => string): Spoil {
  return ({ headers }) => {
    const [, from, bytes] = /(\d+)-\d+\/(\d+)/.exec(headers['content-range'] ?? '') ?? [];
    return { headers: { ...headers, 'content-range': change(Number(from), Number(bytes)) } };
  };
}

const MANY: readonly FaultRow[] = [
  ...[
    { name: 'HTTP 500', how: rejection(500, 'InternalError') },
    { name: 'SlowDown', how: rejection(503, 'SlowDown') },
    { name: 'resets', how: { resetAt: 'start' as const } },
    { name: 'resets within the body', how: { resetAt: 200 } },
    { name: 'ends within the body', how: { endAt: 200 } },
  ].flatMap(({ name, how }, seed): FaultRow[] => [
    {
      name: `${name}, of every third request`,
      fault: byChance(0.33, seed, (_, answer) => spoil(how, answer)),
      ends: 'same',
    },
    { name: `${name}, of the first 30 requests`, fault: gets(how, 30), ends: 'same' },
  ]),
  {
    name: 'one 429 for each object',
    fault: ({ action, turn }) => (action === 'get' && turn === 0 ? rejection(429, 'SlowDown') : undefined),
    ends: 'same',
  },
  {
    name: 'HTTP 500 for all',
    fault: gets(rejection(500, 'InternalError')),
    ends: { lost: OBJECTS, code: 'read-failed' },
    isLasting: true,
  },
  {
    name: 'resets for all',
    fault: gets({ resetAt: 'start' }),
    ends: { lost: OBJECTS, code: 'read-failed' },
    isLasting: true,
  },
  {
    name: 'silence for all',
    fault: gets({ stallAt: 'start' }),
    ends: { lost: OBJECTS, code: 'read-failed' },
    isLasting: true,
    isSilent: true,
  },
  {
    name: 'an outage to the end',
    fault: ({ key }) => (/\/(d|plain)\./.test(key) ? { resetAt: 'start' } : undefined),
    ends: { lost: ['d.log.gz', 'plain.log'], code: 'read-failed' },
    afterObjects: 4,
    isLasting: true,
  },
];

const LISTS: readonly FaultRow[] = (
  [
    ...PASSING.map(
      ({ name, how, isSilent = false }): FaultRow => ({
        ...{ name: `${name}, twice`, fault: lists(how, 2, 1), ends: 'same', isSilent },
      }),
    ),
    { name: 'HTTP 500 at first', fault: lists(rejection(500, 'InternalError'), 3), ends: 'same' },
    { name: 'a web page between two pages', fault: lists({ headers: {}, body: HTML }, 2, 1), ends: 'same' },
    {
      name: 'half a page',
      fault: lists(
        page((xml) => xml.slice(0, xml.length / 2)),
        2,
        1,
      ),
      ends: 'same',
    },
    {
      name: 'half a page without a length',
      fault: lists(({ body }) => ({ endAt: body.length >> 1 }), 2, 1),
      ends: 'same',
    },
    {
      name: 'fewer keys than it says',
      fault: lists(
        page((xml) => xml.replace(/<Contents>.*?<\/Contents>/s, '')),
        1,
        1,
      ),
      ends: 'same',
    },
    {
      name: 'a key twice',
      fault: lists(page((xml) => xml.replace(/<Contents>.*?<\/Contents>/s, '$&$&'))),
      ends: 'same',
    },
    {
      name: 'keys out of order',
      fault: lists(page((xml) => xml.replace(/(<Contents>.*?<\/Contents>)(<Contents>.*?<\/Contents>)/s, '$2$1'))),
      ends: 'same',
    },
    {
      name: 'keys of another prefix',
      fault: lists(
        page((xml) =>
          xml.replace('<Contents>', '<Contents><Key>other%2Fx.log</Key><Size>5</Size></Contents><Contents>'),
        ),
      ),
      ends: 'same',
    },
    { name: 'no sizes', fault: lists(page((xml) => xml.replace(/<Size>\d+<\/Size>/g, ''))), ends: 'same' },
    { name: 'no etags', fault: lists(page((xml) => xml.replace(/<ETag>.*?<\/ETag>/g, ''))), ends: 'same' },
    {
      name: 'keys that are not encoded',
      fault: lists(page((xml) => xml.replace('<EncodingType>url</EncodingType>', '').replaceAll('%2F', '/'))),
      ends: 'same',
    },
    {
      name: 'other sizes',
      fault: lists(page((xml) => xml.replace(/(b\.log\.gz<\/Key><Size>)\d/, '$19'))),
      ends: CHANGED,
    },
    ...PASSING.filter(({ isBrief }) => !isBrief).map(
      ({ name, how, isSilent = false }): FaultRow => ({
        ...{ name: `${name}, for good`, fault: lists(how), ends: { throws: passingCode(name) } },
        ...{ isLasting: true, isSilent },
      }),
    ),
    {
      name: 'a token on pages that deny to be truncated',
      fault: lists(page((xml) => xml.replace('<IsTruncated>true<', '<IsTruncated>false<'))),
      ends: 'same',
    },
    {
      name: 'a token on pages without IsTruncated',
      fault: lists(page((xml) => xml.replace(/<IsTruncated>.*?<\/IsTruncated>/, ''))),
      ends: 'same',
    },
    {
      name: 'an empty token on the last page',
      fault: lists(page((xml) => xml.replace('<IsTruncated>false</IsTruncated>', '$&<NextContinuationToken/>'))),
      ends: 'same',
    },
    {
      name: 'one token again and again, on pages that deny to be truncated',
      fault: endless(() => 'same', { isTruncated: false }),
      ends: { throws: 's3-listing' },
    },
    {
      name: 'ever new tokens, one key, on pages that deny to be truncated',
      fault: endless(({ index }) => `t${index}`, { isTruncated: false }),
      ends: { throws: 's3-listing' },
    },
    {
      name: 'a page that ends after a key',
      fault: lists(({ body }) => ({ endAt: body.indexOf('</Contents>') + 11 }), 2, 1),
      ends: 'same',
    },
    { name: 'a web page', fault: lists({ headers: {}, body: HTML }), ends: { throws: 's3-not-s3' } },
    { name: 'nothing', fault: lists({ headers: {}, body: Buffer.alloc(0) }), ends: { throws: 's3-not-s3' } },
    { name: 'HTTP 400', fault: lists(rejection(400, 'InvalidArgument')), ends: { throws: 's3-error' } },
    { name: 'HTTP 401', fault: lists(rejection(401, 'Unauthorized')), ends: { throws: 's3-access-key' } },
    { name: 'HTTP 403', fault: lists(rejection(403, 'AccessDenied')), ends: { throws: 's3-denied' } },
    { name: 'HTTP 404', fault: lists(rejection(404, 'NoSuchBucket')), ends: { throws: 's3-no-bucket' } },
    { name: 'HTTP 501', fault: lists(rejection(501, 'NotImplemented')), ends: { throws: 's3-not-s3' } },
    { name: 'a redirect', fault: lists(rejection(301, 'PermanentRedirect')), ends: { throws: 's3-region' } },
    {
      name: 'HTTP 403 on a later page',
      fault: lists(rejection(403, 'ExpiredToken'), 9, 1),
      ends: { throws: 's3-expired' },
    },
    { name: 'one token again and again', fault: endless(() => 'same'), ends: { throws: 's3-listing' } },
    { name: 'two tokens by turns', fault: endless(({ index }) => `t${index % 2}`), ends: { throws: 's3-listing' } },
    { name: 'ever new tokens, one key', fault: endless(({ index }) => `t${index}`), ends: { throws: 's3-listing' } },
    {
      name: 'ever new tokens, no key',
      fault: endless(({ index }) => `t${index}`, { keep: false }),
      ends: { throws: 's3-listing' },
    },
    {
      name: 'more, and no token',
      fault: lists(page((xml) => xml.replace(/<NextContinuationToken>.*?<\/NextContinuationToken>/, ''))),
      ends: { throws: 's3-listing' },
    },
  ] satisfies FaultRow[]
).map((row) => ({ ...row, name: `listing: ${row.name}` }));

function passingCode(name: string): string {
  if (/429|503|SlowDown/.test(name)) return 's3-throttled';
  if (/stalls|no answer|silence|trickle|408/.test(name)) return 's3-timeout';
  if (/^an end/.test(name)) return 's3-not-s3';
  if (/reset|not HTTP/.test(name)) return 's3-broken-connection';
  return 's3-server';
}

/** All rows. */
export const FAULT_ROWS: readonly FaultRow[] = [
  ...OF_ONE,
  ...REJECTED,
  ...KEYS,
  ...OTHER_OBJECTS,
  ...SIZES,
  ...RANGES,
  ...MANY,
  ...LISTS,
];

/** Rows whose fault or result exists only in the S3 API: its codes, its XML, its storage classes. */
const OF_S3 = /^(?:archived|resumed: an expired key|HTTP 401|a redirect|a passing redirect|a proxy|a key that )/;
/** Listings with a fault that does not depend on their format. */
const ANY_LISTING = new RegExp(`^listing: (?:${PASSING.map(({ name }) => name).join('|')}), twice$`);

/** The rows that hold for every protocol, of those that neither last nor wait. */
export const SHARED_ROWS: readonly FaultRow[] = FAULT_ROWS.filter(
  ({ name, isLasting = false, isSilent = false }) =>
    !isLasting && !isSilent && (name.startsWith('listing: ') ? ANY_LISTING.test(name) : !OF_S3.test(name)),
);
