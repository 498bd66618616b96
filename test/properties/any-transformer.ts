// Random transformers of http_requests for the closed loop: valid SQL whose outcome is documented, with conditions, casts that fail for some
// lines, lists, structs and JSON.
import fc from 'fast-check';

/** Expressions by type, over fields that traffic varies. Those that fail for some lines are few, because one takes down all lines of its batch. */
const TEXT = [
  ...['ClientRequestPath', 'ClientRequestMethod', 'ClientRequestHost', 'RayID', 'ClientIP', 'ClientRequestURI'],
  ...['upper(ClientRequestPath)', "concat(ClientRequestMethod, ' ', ClientRequestPath)", 'left(ClientRequestURI, 4)'],
  ...["coalesce(RequestHeaders ->> 'x-a', 'none')", "split_part(ClientRequestPath, '/', 2)", 'md5(ClientIP)'],
  ...["CASE WHEN EdgeResponseStatus >= 500 THEN 'error' ELSE 'ok' END", "replace(ClientRequestPath, '/', ' > ')"],
] as const;
const NUMBERS = [
  ...['EdgeResponseStatus', 'EdgeResponseStatus / 100', 'length(ClientRequestPath)', 'EdgeResponseStatus % 7 - 3'],
  ...[
    'TRY_CAST(ClientRequestPath AS BIGINT)',
    'EdgeResponseStatus * 9007199254740993',
    'abs(404 - EdgeResponseStatus)',
  ],
] as const;
const OTHERS = [
  ...["named_struct('host', ClientRequestHost, 'status', EdgeResponseStatus)", '[ClientRequestHost, RayID]', 'NULL'],
  ...["RequestHeaders -> 'x-a'", 'ClientRequestPath IS NULL', 'EdgeResponseStatus > 400', 'RequestHeaders'],
] as const;
const FAILING = ['CAST(ClientRequestMethod AS INT)', '1 / (EdgeResponseStatus - 404)'] as const;
const CONDITIONS = [
  ...[
    'EdgeResponseStatus >= 400',
    "ClientRequestMethod = 'GET'",
    "ClientRequestPath LIKE '/api%'",
    'true',
    'false',
    'NULL',
  ],
  ...[
    "ClientRequestPath NOT IN ('/', '/api')",
    "RequestHeaders ->> 'x-a' IS NOT NULL",
    'EdgeResponseStatus BETWEEN 200 AND 404',
  ],
  ...['NOT (EdgeResponseStatus = 500)', "regexp_like(ClientRequestPath, '^/api')"],
] as const;

const value = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...TEXT) },
  { weight: 5, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 4, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(...FAILING) },
);
const where = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.array(fc.constantFrom(...CONDITIONS), { minLength: 1, maxLength: 3 }), fc.constantFrom(' AND ', ' OR '))
      .map(([all, operator]) => ` WHERE ${all.map((one) => `(${one})`).join(operator)}`),
  },
);
const unnest = fc.constantFrom(
  '',
  '',
  '',
  "UNNEST([ClientRequestMethod, 'x'])",
  "UNNEST(string_to_array(ClientRequestPath, '/'))",
);

/** A transformer. */
export const anyTransformer: fc.Arbitrary<string> = fc
  .tuple(fc.uniqueArray(value, { minLength: 1, maxLength: 5 }), unnest, where, fc.boolean())
  .map(([values, list, conditions, isNested]) => {
    const columns = [...values, ...(list === '' ? [] : [list])].map((one, index) => `${one} AS c${index}`).join(', ');
    return isNested && list === ''
      ? `WITH kept AS (SELECT * FROM http_requests${conditions}) SELECT ${columns} FROM kept`
      : `SELECT ${columns} FROM http_requests${conditions}`;
  });
