// What is wrong with a destination_conf: errors for what no platform can mean, warnings for what headgate does not know.
import { expect, it } from 'vitest';
import { checkDestinationConf } from '../../../../src/input/destination/index.ts';

const KEYS = 'access-key-id=k&secret-access-key=hunter';

it.each([
  's3://b/logs/{DATE}?region=eu-west-1',
  's3://b?region=us-west-2/',
  's3://b?region=eu-west-1&sse=AES256',
  `s3://b/p?region=auto&endpoint=http://127.0.0.1:9000&${KEYS}`,
  `r2://b/{DATE}?account-id=023e105f4ecef8ad9ca31a8372d0c353&${KEYS}`,
  'gs://b/p',
  'azure://c/d?sv=1&sig=x',
  'https://h.example/in?header_Authorization=x',
  ...['splunk://h.example/x', 'datadog://h.example/x', 'sumo://h.example/x', 'sentinelone://h.example/x'],
])('accepts %s', (conf) => {
  expect(checkDestinationConf(conf)).toEqual([]);
});

it.each([
  [' s3://b?region=a', 'found white space around the address'],
  ['s3:/b/x?region=a', 'found too few slashes, expected s3://<bucket>/<dir>?…'],
  ['s3://b/x&secret-access-key=hunter', 'found parameters in the path, expected parameters after a ?'],
  ['s3://key:hunter@b/x?region=a', 'found keys before an @, expected keys in the query'],
  ['s3:///x?region=a', 'found no bucket'],
  ['logs/x', 'found no scheme, expected the address of a destination'],
  ['s33://b/x', 'found the scheme s33://, expected the address of a destination'],
  ['splnk://h.example/x', 'did you mean splunk://?'],
  ['http://h.example/x', 'found http://, expected https://'],
  ['s3://b?region=a&region=b', 'found region twice with different values'],
  ['s3://b?region=a_b', 'found the region "a_b", expected only letters, digits and -'],
  ['s3://b?region=a&sse=aws:kms', 'found another value of sse, expected sse=AES256 or no sse'],
  ['s3://b?region=a&secret-access-key=hunter', 'found no access-key-id, expected both keys, or neither of them'],
  [`s3://b?region=a&endpoint=h.example/p%3Fx=1&${KEYS}`, 'found a value of endpoint that is not the address'],
  [`r2://b?${KEYS}`, 'found no account-id, expected ?account-id=<account id>'],
  ['r2://b?account-id=a&access-key-id=k', 'found no secret-access-key, expected both keys'],
])('rejects %s', (conf, message) => {
  expect(checkDestinationConf(conf)).toEqual([{ isError: true, message: expect.stringContaining(message) }]);
  expect(JSON.stringify(checkDestinationConf(conf))).not.toContain('hunter');
});

it.each([
  [`s3://b/{DATE}?regin=auto&${KEYS}`, 'found the parameter regin, expected region, endpoint,'],
  [`s3://b/{DATE}?regin=auto&${KEYS}`, 'did you mean region?'],
  ['s3://b?region=a&storage-class=x', 'found the parameter storage-class, expected region'],
  ['s3://b?region=a&hunter2=x', 'found an unknown parameter, expected region'],
  ['/var/logs/x', 'found a folder, which only the sandbox can push to'],
  ['file:///var/logs', 'found a folder, which only the sandbox can push to'],
  ['s3://b/x', 'found no region, expected region=<region of the bucket>'],
  ['r2://b?account-id=a', 'found no access-key-id and no secret-access-key, expected both keys'],
])('warns of %s', (conf, message) => {
  expect(checkDestinationConf(conf)).toEqual([{ isError: false, message: expect.stringContaining(message) }]);
});
