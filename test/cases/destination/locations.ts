// Sources of logs and their parsed form. SECRET and KEYID take every secret place: no message may contain them.

export interface LocationRow {
  name: string;
  source: string;
  options?: { endpointUrl?: string; region?: string; profile?: string; edgeKey?: string };
  /** Environment for this row. */
  env?: Record<string, string>;
  location: Record<string, unknown>;
}

const KEYS = 'access-key-id=KEYID&secret-access-key=SECRET';

export const BUCKET_ROWS: readonly LocationRow[] = [
  {
    name: 'Amazon',
    source: 's3://my-bucket/logs/{DATE}?region=us-west-2',
    location: {
      kind: 's3',
      scheme: 's3',
      bucket: 'my-bucket',
      prefix: 'logs/{DATE}',
      region: 'us-west-2',
      forcePathStyle: false,
      display: 's3://my-bucket/logs/{DATE}',
    },
  },
  {
    name: 'Amazon with encryption',
    source: 's3://b/logs?region=us-west-2&sse=AES256',
    location: { region: 'us-west-2', prefix: 'logs', accessKeyId: undefined },
  },
  {
    name: 'bucket alone',
    source: 's3://b?region=us-west-2',
    location: { bucket: 'b', prefix: '', display: 's3://b/' },
  },
  { name: 'a slash after the query', source: 's3://b/dir?region=us-west-2/', location: { region: 'us-west-2' } },
  {
    name: 'a slash after a secret of known length',
    source: `s3://b/d?region=eu-west-1&access-key-id=KEYID&secret-access-key=${'x'.repeat(40)}/`,
    location: { secretAccessKey: 'x'.repeat(40) },
  },
  {
    name: 'a secret that ends in a slash',
    source: `s3://b/d?region=eu-west-1&access-key-id=KEYID&secret-access-key=${'x'.repeat(39)}/`,
    location: { secretAccessKey: `${'x'.repeat(39)}/` },
  },
  {
    name: 'plus and slash in a secret',
    source: 's3://b/d?region=eu-west-1&access-key-id=KEYID&secret-access-key=SEC+RET/x%2By%2Fz=',
    location: { secretAccessKey: 'SEC+RET/x+y/z=' },
  },
  {
    name: 'a percent sign that is not an escape',
    source: 's3://b/d?region=eu-west-1&access-key-id=KEYID&secret-access-key=SECRET%zz',
    location: { secretAccessKey: 'SECRET%zz' },
  },
  {
    name: 'empty parameters',
    source: 's3://b/d?&REGION=eu-west-1&&endpoint=&sse=AES256&/',
    location: { region: 'eu-west-1', prefix: 'd', endpoint: undefined, sse: 'AES256' },
  },
  {
    name: 'one parameter twice with one value',
    source: 's3://b/d?region=eu-west-1&region=eu-west-1/',
    location: { region: 'eu-west-1' },
  },
  {
    name: 'scheme in capitals',
    source: 'S3://b/d?region=eu-west-1',
    location: { scheme: 's3', display: 's3://b/d' },
  },
  {
    name: 'an escaped placeholder',
    source: 's3://b/%7BDATE%7D?region=eu-west-1',
    location: { prefix: '{DATE}', display: 's3://b/{DATE}' },
  },
  {
    name: 'a compatible service',
    source: `s3://b/logs?region=nyc3&${KEYS}&endpoint=nyc3.digitaloceanspaces.com`,
    location: {
      endpoint: 'https://nyc3.digitaloceanspaces.com',
      accessKeyId: 'KEYID',
      secretAccessKey: 'SECRET',
      forcePathStyle: true,
      region: 'nyc3',
      display: 's3://b/logs',
    },
  },
  {
    name: 'a service that requires the bucket in the host',
    source: `s3://b/logs?region=oss-cn-beijing&${KEYS}&endpoint=oss-cn-beijing.aliyuncs.com`,
    location: { forcePathStyle: false },
  },
  {
    name: 'FedRAMP',
    source: `s3://b/logs?${KEYS}&endpoint=acc.fedramp.r2.cloudflarestorage.com`,
    location: { endpoint: 'https://acc.fedramp.r2.cloudflarestorage.com', region: 'auto' },
  },
  {
    name: 'a local server with scheme and path',
    source: `s3://b/logs?region=auto&${KEYS}&endpoint=http://127.0.0.1:8791/cdn-cgi/local/r2/s3`,
    location: { endpoint: 'http://127.0.0.1:8791/cdn-cgi/local/r2/s3', forcePathStyle: true },
  },
  {
    name: 'a host with a port',
    source: `s3://b/logs?region=auto&${KEYS}&endpoint=minio:9000`,
    location: { endpoint: 'https://minio:9000' },
  },
  {
    name: 'an escaped endpoint',
    source: `s3://b/logs?region=auto&${KEYS}&endpoint=http%3A%2F%2F127.0.0.1%3A9000%2F`,
    location: { endpoint: 'http://127.0.0.1:9000' },
  },
  {
    name: 'a compatible service without region',
    source: `s3://b/logs?${KEYS}&endpoint=http://127.0.0.1:9000`,
    location: { region: 'us-east-1' },
  },
  {
    name: 'R2',
    source: `r2://b/{DATE}?account-id=acc0&${KEYS}`,
    location: {
      kind: 's3',
      scheme: 'r2',
      bucket: 'b',
      prefix: '{DATE}',
      region: 'auto',
      endpoint: 'https://acc0.r2.cloudflarestorage.com',
      accessKeyId: 'KEYID',
      secretAccessKey: 'SECRET',
      forcePathStyle: true,
      display: 'r2://b/{DATE}',
    },
  },
  {
    name: 'R2 by endpoint',
    source: `r2://b/x?${KEYS}`,
    options: { endpointUrl: 'http://127.0.0.1:9000/' },
    location: { endpoint: 'http://127.0.0.1:9000' },
  },
  { name: '--region wins', source: 's3://b/?region=a', options: { region: 'b' }, location: { region: 'b' } },
  { name: 'AWS_REGION', source: 's3://b', env: { AWS_REGION: 'eu-x' }, location: { region: 'eu-x' } },
  { name: 'AWS_DEFAULT_REGION', source: 's3://b', env: { AWS_DEFAULT_REGION: 'eu-y' }, location: { region: 'eu-y' } },
  {
    name: 'AWS_ENDPOINT_URL',
    source: 's3://b/?region=a',
    env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000' },
    location: { endpoint: 'http://127.0.0.1:9000', forcePathStyle: true },
  },
  {
    name: 'AWS_ENDPOINT_URL_S3 before AWS_ENDPOINT_URL',
    source: 's3://b/?region=a',
    env: { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1', AWS_ENDPOINT_URL: 'http://127.0.0.1:2' },
    location: { endpoint: 'http://127.0.0.1:1' },
  },
  {
    name: 'an endpoint of the source before both',
    source: 's3://b/?region=a&endpoint=h.example',
    env: { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1', AWS_ENDPOINT_URL: 'http://127.0.0.1:2' },
    location: { endpoint: 'https://h.example' },
  },
  {
    name: 'an endpoint that the environment disables',
    source: 's3://b/?region=a',
    env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:2', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' },
    location: { endpoint: undefined, forcePathStyle: false },
  },
  {
    name: 'an account before AWS_ENDPOINT_URL',
    source: `r2://b/?account-id=acc0&${KEYS}`,
    env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:2' },
    location: { endpoint: 'https://acc0.r2.cloudflarestorage.com' },
  },
  {
    name: 'R2 by AWS_ENDPOINT_URL',
    source: `r2://b/?${KEYS}`,
    env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:2' },
    location: { endpoint: 'http://127.0.0.1:2', region: 'auto' },
  },
  {
    name: 'folders that look like parameters or users',
    source: 's3://b/token=a/user@host/x:y@z?region=a',
    location: { prefix: 'token=a/user@host/x:y@z' },
  },
  {
    name: '--profile in place of keys',
    source: `s3://b/?region=a&${KEYS}`,
    options: { profile: 'work' },
    location: { profile: 'work', accessKeyId: undefined, secretAccessKey: undefined },
  },
  {
    name: 'the region of a profile',
    source: 's3://b',
    options: { profile: 'work' },
    location: { region: 'eu-profile' },
  },
  {
    name: 'the edge script',
    source: 'https://logs.example/logs/{DATE}',
    env: { HEADGATE_EDGE_KEY: ' SECRET\n' },
    location: {
      kind: 'edge',
      origin: 'https://logs.example',
      prefix: 'logs/{DATE}',
      authKey: 'SECRET',
      display: 'https://logs.example/logs/{DATE}',
    },
  },
  {
    name: 'the edge script without a path or a key',
    source: 'HTTPS://Logs.Example',
    env: { HEADGATE_EDGE_KEY: '' },
    location: { origin: 'https://logs.example', prefix: '', authKey: undefined, display: 'https://logs.example/' },
  },
  {
    name: 'a key of the request before that of the environment',
    source: 'https://logs.example/',
    options: { edgeKey: 'SECRET' },
    env: { HEADGATE_EDGE_KEY: 'other' },
    location: { authKey: 'SECRET' },
  },
  {
    name: 'escapes, decoded once',
    source: 'https://logs.example:8443/a%20b/%7BDATE%7D/100%2525/x%3Fy%23z/ä+date=20261101',
    location: {
      origin: 'https://logs.example:8443',
      prefix: 'a b/{DATE}/100%25/x?y#z/ä+date=20261101',
      display: 'https://logs.example:8443/a%20b/{DATE}/100%2525/x%3Fy%23z/%C3%A4+date=20261101',
    },
  },
  ...['127.0.0.1:8792', '[::1]:8792', 'localhost:8792'].map((host) => ({
    name: `the edge script at ${host}`,
    source: `http://${host}/logs`,
    location: { kind: 'edge', origin: `http://${host}`, prefix: 'logs', display: `http://${host}/logs` },
  })),
  { name: 'stdin', source: '-', location: { kind: 'stdin', display: 'stdin' } },
];

export interface LocationErrorRow {
  name: string;
  source: string;
  env?: Record<string, string>;
  options?: { endpointUrl?: string; profile?: string; edgeKey?: string };
  code: string;
  says: RegExp;
}

/** An access key id and a secret in Amazon's form. */
const KEYID_LIKE = 'AKIAIOSFODNN7KEYID00';
const SECRET_LIKE = 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLESECRET';

export const ERROR_ROWS: readonly LocationErrorRow[] = [
  {
    name: 'a mistyped region',
    source: 's3://b/x?regoin=us-west-2',
    code: 'location-parameter',
    says: /found the parameter regoin, expected region, .*; did you mean region\?$/,
  },
  {
    name: 'a mistyped id',
    source: 's3://b/x?region=a&acess-key-id=KEYID&secret-access-key=SECRET',
    code: 'location-parameter',
    says: /acess-key-id, .*did you mean access-key-id\?$/,
  },
  {
    name: 'underscores',
    source: 's3://b/x?region=a&access_key_id=KEYID&secret_access_key=SECRET',
    code: 'location-parameter',
    says: /access_key_id, .*did you mean access-key-id\?$/,
  },
  {
    name: 'an unknown parameter',
    source: 's3://b/x?region=a&foo=bar',
    code: 'location-parameter',
    says: /the parameter foo, expected region, endpoint, account-id, access-key-id, secret-access-key, sse$/,
  },
  {
    name: 'a session token',
    source: `s3://b/x?region=a&${KEYS}&session-token=SECRET`,
    code: 'location-parameter',
    says: /session-token, .*AWS_SESSION_TOKEN/,
  },
  {
    name: 'a session token first',
    source: `s3://b/x?session-token=SECRET&region=a&${KEYS}`,
    code: 'location-parameter',
    says: /found the parameter session-token/,
  },
  { name: 'no value', source: 's3://b/x?region', code: 'location-parameter', says: /found region without a value/ },
  {
    name: 'two regions',
    source: 's3://b/x?region=a&region=b',
    code: 'location-parameter',
    says: /found region twice/,
  },
  {
    name: 'a secret with an &',
    source: 's3://b/x?region=a&access-key-id=KEYID&secret-access-key=SEC&RET==&endpoint=h.example',
    code: 'location-parameter',
    says: /an unknown parameter, .*write an & in a secret as %26$/,
  },
  {
    name: 'a secret as a name',
    source: `s3://b/x?${SECRET_LIKE}=1`,
    code: 'location-parameter',
    says: /an unknown parameter/,
  },
  {
    name: 'an id as region',
    source: `s3://b/x?region=${KEYID_LIKE}&endpoint=h.example`,
    code: 'location-region',
    says: /a region that may be a key/,
  },
  {
    name: 'a secret as region',
    source: `s3://b/x?region=${SECRET_LIKE}`,
    code: 'location-region',
    says: /may be a key/,
  },
  {
    name: 'a secret with odd characters as region',
    source: 's3://b/x?region=SEC+RET/x',
    code: 'location-region',
    says: /may be a key/,
  },
  {
    name: 'an id as endpoint',
    source: `s3://b/x?region=a&endpoint=${KEYID_LIKE}`,
    code: 'location-endpoint',
    says: /found a value of endpoint that is not the address of a server/,
  },
  {
    name: 'a secret as endpoint',
    source: 's3://b/x?region=a&endpoint=SEC/RET+',
    code: 'location-endpoint',
    says: /found a value of endpoint that is not the address of a server/,
  },
  {
    name: 'a secret as the URL of an endpoint',
    source: `s3://b/x?region=a&endpoint=https://${SECRET_LIKE}`,
    code: 'location-endpoint',
    says: /found a value of endpoint that is not the address of a server/,
  },
  {
    name: 'a secret as account',
    source: `r2://b/x?account-id=${SECRET_LIKE}&${KEYS}`,
    code: 'location-account',
    says: /not a valid id/,
  },
  {
    name: 'an id as account',
    source: `r2://b/x?account-id=${KEYID_LIKE}`,
    code: 'location-account',
    says: /not a valid id/,
  },
  { name: 'an id as bucket', source: `s3://${KEYID_LIKE}/x?region=a`, code: 'location-bucket', says: /bucket/ },
  {
    name: 'a secret as profile',
    source: 's3://b/x?region=a',
    options: { profile: SECRET_LIKE },
    code: 'location-profile',
    says: /--profile that may be a key/,
  },
  { name: 'nothing', source: ' ', code: 'location-empty', says: /empty/ },
  { name: 'no region', source: `s3://b/x?${KEYS}`, code: 'location-region', says: /--region/ },
  { name: 'R2 without account', source: `r2://b/x?${KEYS}`, code: 'location-account', says: /account-id=/ },
  {
    name: 'R2 with odd account',
    source: `r2://b/x?account-id=a.evil/&${KEYS}`,
    code: 'location-account',
    says: /not a valid id/,
  },
  {
    name: 'the old R2 form',
    source: `r2://b/x/{DATE}/account-id=acc&${KEYS}`,
    code: 'location-query',
    says: /old form .* has a \/ there/,
  },
  { name: 'a semicolon', source: 's3://b;secret-access-key=SECRET', code: 'location-query', says: /after a \?/ },
  { name: 'a blank', source: 's3://b/x secret-access-key=SECRET', code: 'location-query', says: /s3:\/\/b\/x: found/ },
  { name: 'an escaped ?', source: 's3://b/x%3Fsecret-access-key%3DSECRET', code: 'location-query', says: /after a \?/ },
  { name: 'a colon without @', source: 's3://KEYID:SECRET/x?region=a', code: 'location-bucket', says: /s3:\/\/…\/x/ },
  {
    name: 'another name',
    source: 'b/x?secret=SECRET',
    code: 'location-path',
    says: /^cannot read b\/x: the file or folder/,
  },
  { name: 'odd region', source: 's3://b/x?region=not_a_region', code: 'location-region', says: /"not_a_region"/ },
  { name: 'a key as region', source: 's3://b/x?region=token=SECRET', code: 'location-region', says: /may be a key/ },
  { name: 'odd AWS_REGION', source: 's3://b', env: { AWS_REGION: 'a b' }, code: 'location-region', says: /"a b"/ },
  {
    name: 'odd AWS_ENDPOINT_URL',
    source: 's3://b?region=a',
    env: { AWS_ENDPOINT_URL: 'ftp://SECRET' },
    code: 'location-endpoint',
    says: /found a value of AWS_ENDPOINT_URL that/,
  },
  { name: 'a file elsewhere', source: 'file://host/x', code: 'location-path', says: /file:\/\/\/<path>/ },
  { name: 'a broken file URL', source: 'file:///%zz', code: 'location-path', says: /file:\/\/\/<path>/ },
  { name: 'no question mark', source: `s3://b/x&${KEYS}`, code: 'location-query', says: /after a \?/ },
  { name: 'keys before @', source: 's3://KEYID:SECRET@b/x?region=a', code: 'location-user', says: /before an @/ },
  { name: 'keys with slash before @', source: 's3://KEYID:SEC/RET@b/x?region=a', code: 'location-user', says: /@/ },
  { name: 'no bucket', source: 's3:///x?region=a', code: 'location-bucket', says: /no bucket/ },
  { name: 'no address', source: 's3://?region=a', code: 'location-bucket', says: /no bucket/ },
  { name: 'odd bucket', source: 's3://my bucket/x?region=a', code: 'location-bucket', says: /other than letters/ },
  { name: 'id alone', source: 's3://b/?region=a&access-key-id=KEYID', code: 'location-keys', says: /without secret/ },
  {
    name: 'secret alone',
    source: 's3://b/?region=a&secret-access-key=SECRET',
    code: 'location-keys',
    says: /without acc/,
  },
  {
    name: 'endpoint with keys',
    source: `s3://b/?region=a&${KEYS}&endpoint=https://KEYID:SECRET@host`,
    code: 'location-endpoint',
    says: /not the address of a server/,
  },
  {
    name: 'odd endpoint',
    source: 's3://b/?region=a',
    options: { endpointUrl: 'ftp://x' },
    code: 'location-endpoint',
    says: /--endpoint-url/,
  },
  {
    name: 'a misspelled scheme',
    source: 'htps://SECRET@h.example/logs',
    code: 'location-scheme',
    says: /found the scheme htps:\/\/, expected a folder, .*; did you mean https:\/\/\?$/,
  },
  ...['https:/h.example/logs', 'https:h.example', 'HTTP:/SECRET@h.example', 'https:/u:SECRET@h.example/a?b'].map(
    (source) => ({
      name: `too few slashes: ${source}`,
      source,
      code: 'location-scheme',
      says: /^cannot read https?:…: found too few slashes, expected https:\/\/<host>\/<dir> of the edge script$/i,
    }),
  ),
  { name: 'Google', source: 'gs://b/logs', code: 'location-scheme', says: /endpoint=storage\.googleapis\.com/ },
  { name: 'Azure', source: 'azure://c/logs?sv=1&sig=SECRET', code: 'location-scheme', says: /azcopy/ },
  { name: 'Sumo', source: 'sumo://host/receiver/v1/http/SECRET', code: 'location-scheme', says: /Sumo Logic/ },
  {
    name: 'an address with a key in front',
    source: 'https://SECRET@host/logs',
    code: 'location-scheme',
    says: /found a user name or password, .*HEADGATE_EDGE_KEY/,
  },
  {
    name: 'an address with a password that has a slash',
    source: 'https://u:SEC/RET@host/logs',
    code: 'location-scheme',
    says: /found an address that is not a URL, expected https:\/\/<host>/,
  },
  {
    name: 'a signed address',
    source: 'https://host.example/log?X-Signature=SECRET',
    code: 'location-scheme',
    says: /^cannot read https:\/\/host\.example\/…: found a query or fragment, .*curl <address>/,
  },
  { name: 'a fragment', source: 'https://host.example/a#SECRET', code: 'location-scheme', says: /as %3F and # as %23/ },
  {
    name: 'no encryption',
    source: 'http://host.example/logs',
    code: 'location-scheme',
    says: /found http:\/\/, which would send the key unencrypted, expected https:\/\/.*endpoint=http:\/\/host\.example/,
  },
  {
    name: 'the address of an S3 API',
    source: 'https://acc0.r2.cloudflarestorage.com/bucket',
    code: 'location-scheme',
    says: /found the address of an S3 API, expected s3:.*endpoint=acc0\.r2\.cloudflarestorage\.com/,
  },
  {
    name: 'the address of Amazon',
    source: 'https://bucket.s3.eu-west-1.amazonaws.com/logs',
    code: 'location-scheme',
    says: /found the address of an S3 API/,
  },
  {
    name: 'the address of the dashboard',
    source: 'https://dash.cloudflare.com/SECRET/r2/default/buckets/b',
    code: 'location-scheme',
    says: /found the address of a dashboard or API, expected s3:/,
  },
  {
    name: 'a dot segment',
    source: 'https://h.example/a/%2e%2e/b',
    code: 'location-scheme',
    says: /the segment \. or \.\./,
  },
  { name: 'a bad escape', source: 'https://h.example/100%', code: 'location-scheme', says: /in a name as %25/ },
  { name: 'half a character', source: 'https://h.example/%C3', code: 'location-scheme', says: /in a name as %25/ },
  {
    name: 'a port out of range',
    source: 'https://h.example:99999/a',
    code: 'location-scheme',
    says: /found an address that is not a URL/,
  },
  ...[
    ...['http://127.0.0.1:8792\\logs\\', 'http://127.0.0.1:8792\\a/b/', 'http:\\\\127.0.0.1:8792/a'],
    ...[
      'http:///127.0.0.1:8792/logs/',
      'http:////127.0.0.1:8792/logs/',
      'http://127.0.\n0.1:8792/',
      'http://127.0.0.1\t/logs',
    ],
  ].map((source) => ({
    name: `two readings of one address: ${JSON.stringify(source)}`,
    source,
    code: 'location-scheme',
    says: /found (?:an address that is not a URL|too few slashes)/,
  })),
  { name: 'no host', source: 'https:///', code: 'location-scheme', says: /found an address that is not a URL/ },
  {
    name: 'three slashes',
    source: 'https:///h.example/a',
    code: 'location-scheme',
    says: /found an address that is not a URL, .*; write \\ in a name as %5C$/,
  },
  {
    name: 'backslashes',
    source: String.raw`https://h.example\a\b`,
    code: 'location-scheme',
    says: /write \\ in a name as %5C$/,
  },
  {
    name: 'a key of two words',
    source: 'https://h.example/',
    env: { HEADGATE_EDGE_KEY: 'SECRET SECRET' },
    code: 'edge-key',
    says: /found a space, a line break or another unexpected character in HEADGATE_EDGE_KEY, expected visible ASCII/,
  },
  {
    name: 'a key of other characters',
    source: 'https://h.example/',
    options: { edgeKey: 'SECRETä' },
    code: 'edge-key',
    says: /in edgeKey, expected visible ASCII/,
  },
  { name: 'HTTP', source: 'https://u:SECRET@host/log?Api-Key=SECRET', code: 'location-scheme', says: /curl/ },
  {
    name: 'Splunk',
    source: 'splunk://host:8088/raw?header_Authorization=SECRET',
    code: 'location-scheme',
    says: /Splunk/,
  },
  {
    name: 'Datadog',
    source: 'datadog://host/api/v2/logs?header_DD-API-KEY=SECRET',
    code: 'location-scheme',
    says: /Datadog/,
  },
  { name: 'unknown scheme', source: 'ftp://host/SECRET', code: 'location-scheme', says: /ftp:\/\/, expected/ },
  { name: 'forgotten scheme', source: `b/logs?region=a&${KEYS}`, code: 'location-path', says: /s3:\/\/<bucket>/ },
];
