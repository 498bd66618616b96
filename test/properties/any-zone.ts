// Random zones for the closed loop: a custom-fields ruleset, jobs, and the traffic that passes.
import fc from 'fast-check';
import { isPlainObject, type PlainObject, type Value } from '../../src/base/index.ts';
import { getDataset } from '../../src/language/dataset/index.ts';
import { compileFilter, type Filter, printFilterJson } from '../../src/language/filter/index.ts';
import { badPredicate } from '../../src/sandbox/api/logpush/check-job.ts';
import type { Exchange, Header } from '../../src/sandbox/traffic/index.ts';
import { codePoint } from '../helpers/code-point.ts';
import { ARBITRARY_FIELDS, filterArbitrary, typedValueArbitrary } from '../helpers/filter/arbitraries.ts';

/** A job as a client sends it, without destination. */
export interface AnyJob {
  enabled: boolean;
  filter: string | undefined;
  output_options: PlainObject;
}

/** Everything that decides what is pushed. */
export interface AnyZone {
  /** `action_parameters` of the rule; undefined: the zone has no ruleset. */
  ruleset: PlainObject | undefined;
  jobs: readonly AnyJob[];
  exchanges: readonly Exchange[];
}

const DATASET = getDataset('http_requests');
/** Every field that the platform still pushes. */
export const PUSHED_FIELDS: readonly string[] = [...DATASET.fields.values()]
  .filter(({ removed }) => removed === undefined)
  .map(({ name }) => name);

/** A truncated timestamp may compare in another way than the exact one. */
const EXACT_FORMATS = ['unixnano', 'rfc3339ns'];
const HEADERS = ['x-a', 'X-A', 'x-b', 'accept', 'Content-Type', 'X-Long', 'x-ünknown', 'range'];
const CONFIGURED = ['x-a', 'x-b', 'accept', 'content-type', 'x-long', 'x-missing'];
const COOKIES = ['a', 'A', 'session', 'x y', '__proto__'];

/** What the option CVE-2021-44228 rewrites. */
const LOOKUP = '$'.concat('{jndi:ldap://x}');

const headerValue = fc.oneof(
  fc.constantFrom('', 'a', 'é☕😀', '"', '\\', LOOKUP, 'a,b', '\u0001', '\u2028', 'x{y}'),
  fc.string({ unit: codePoint, maxLength: 8 }),
  fc.nat(9000).map((length) => 'é'.repeat(length / 2)),
);
const headers: fc.Arbitrary<Header[]> = fc.array(fc.tuple(fc.constantFrom(...HEADERS), headerValue), { maxLength: 6 });
const cookies: fc.Arbitrary<Header[]> = fc.array(
  fc
    .array(fc.tuple(fc.constantFrom(...COOKIES), fc.constantFrom('', '1', 'é', 'x=y', '"q"')), { maxLength: 4 })
    .map((pairs): Header => ['Cookie', pairs.map(([name, value]) => `${name}=${value}`).join('; ')]),
  { maxLength: 2 },
);

/** Fields that a filter often tests. The time of the request is that of the exchange. */
const logFields = fc
  .tuple(
    ...ARBITRARY_FIELDS.filter((name) => name !== 'EdgeStartTimestamp').map((name) =>
      fc
        .option(typedValueArbitrary(DATASET.fields.get(name)!.type), { nil: undefined, freq: 4 })
        .map((value) => [name, value] as const),
    ),
  )
  .map((entries) => Object.fromEntries(entries.filter(([name, value]) => isOfType(name, value))));

/** Whether the service could log the value, and `JSON.stringify` writes it exactly. */
function isOfType(name: string, value: Value | undefined): boolean {
  const { type } = DATASET.fields.get(name)!;
  const isOf = (one: Value | undefined, wanted: string): boolean =>
    wanted === 'int' || wanted === 'float'
      ? Number.isSafeInteger(one) && !Object.is(one, -0)
      : typeof one === JS_TYPES[wanted];
  const item = /^array\[(\w+)\]$/.exec(type)?.[1];
  return item === undefined ? isOf(value, type) : Array.isArray(value) && value.every((one) => isOf(one, item));
}

const JS_TYPES: Readonly<Record<string, string>> = { string: 'string', bool: 'boolean' };

const exchange: fc.Arbitrary<Exchange> = fc
  .record({
    timestamp: fc.option(fc.bigInt(1_793_000_000_000_000_001n, 1_793_000_900_000_000_000n), { nil: undefined }),
    client: fc.record({
      ip: fc.constantFrom('192.0.2.1', '2001:db8::1', undefined),
      country: fc.constantFrom('DE', 'us', undefined),
    }),
    method: fc.constantFrom('GET', 'POST'),
    url: fc.constantFrom('https://example.com/', `/api/v1?q=é&x=${LOOKUP}`, 'http://Example.com/a b?c#d', '/api'),
    httpVersion: fc.constantFrom('h2', 'HTTP/1.1', undefined),
    request: fc.tuple(headers, cookies),
    response: headers,
    status: fc.constantFrom(200, 404, 500),
    fields: logFields,
  })
  .map(({ timestamp, client, method, url, httpVersion, request, response, status, fields }) => ({
    ...{ timestamp, client, fields },
    request: { method, url, httpVersion, headers: request.flat() },
    response: { status, headers: response },
  }));

/** A filter that the API accepts. */
const filter: fc.Arbitrary<Filter> = filterArbitrary.filter(
  (found) => badPredicate(printFilterJson(found), DATASET) === undefined,
);

const job: fc.Arbitrary<AnyJob> = fc
  .record({
    filter: fc.option(filter, { nil: undefined, freq: 5 }),
    names: fc.uniqueArray(fc.constantFrom(...PUSHED_FIELDS), { maxLength: 12 }),
    format: fc.constantFrom('unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'),
    type: fc.constantFrom('ndjson', 'ndjson', 'csv'),
    rewrites: fc.boolean(),
    enabled: fc.constantFrom(true, true, true, true, false),
    rate: fc.constantFrom(1, 1, 0.9, 0.5, 0.1),
  })
  .map(({ filter: found, names, format, type, rewrites, enabled, rate }): AnyJob => {
    const tested = found === undefined ? [] : compileFilter(found, DATASET).fields;
    const isExact = !tested.includes('EdgeStartTimestamp') || EXACT_FORMATS.includes(format);
    return {
      enabled,
      filter: found === undefined ? undefined : printFilterJson(found),
      output_options: {
        // With the fields of its filter, so that the filter can be decided on the lines of the job.
        field_names: [...new Set(['RayID', ...names, 'Cookies', 'RequestHeaders', ...tested])],
        output_type: type,
        timestamp_format: isExact ? format : 'unixnano',
        sample_rate: rate,
        // A rewritten value may match in another way than the original one.
        'CVE-2021-44228': rewrites && found === undefined,
      },
    };
  });

const array = fc
  .uniqueArray(fc.constantFrom(...CONFIGURED), { minLength: 1, maxLength: 5 })
  .map((names) => names.map((name) => ({ name })));
const cookieArray = fc
  .uniqueArray(fc.constantFrom('a', 'A', 'session'), { minLength: 1 })
  .map((names) => names.map((name) => ({ name })));

/** With every half of a surrogate pair replaced, as in most traffic: CSV cannot express one. */
function wellFormed(exchange: Exchange): Exchange {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return value.toWellFormed();
    if (Array.isArray(value)) return value.map(change);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]));
  };
  return change(exchange) as Exchange;
}

/** A zone with one to three jobs and up to forty exchanges. */
export const anyZone: fc.Arbitrary<AnyZone> = fc
  .record({
    ruleset: fc.option(
      fc
        .record({ request_fields: array, response_fields: array, cookie_fields: cookieArray }, { requiredKeys: [] })
        .filter((arrays) => Object.keys(arrays).length > 0),
      { nil: undefined, freq: 4 },
    ),
    jobs: fc.array(job, { minLength: 1, maxLength: 3 }),
    exchanges: fc.array(exchange, { minLength: 1, maxLength: 40 }),
    isWellFormed: fc.boolean(),
  })
  .map(({ ruleset, jobs, exchanges, isWellFormed }) => ({
    ...{ ruleset, jobs },
    exchanges: isWellFormed ? exchanges.map(wellFormed) : exchanges,
  }));
