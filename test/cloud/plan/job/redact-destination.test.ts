// What a plan and a list show of a destination: where the logs go, and no secret.
import { expect, it } from 'vitest';
import { redactDestination } from '../../../../src/cloud/plan/job/redact-destination.ts';

const ACCOUNT = '023e105f4ecef8ad9ca31a8372d0c353';
const SECRET = 'aSecretOfFortyCharacters0123456789abcdefg';
const UUID = '5f0c1d2e-7a6b-4c3d-9e8f-0123456789ab';

it.each([
  [`r2://logs/{DATE}?account-id=${ACCOUNT}`, `r2://logs/{DATE}?account-id=${ACCOUNT}`],
  ['s3://b/p?region=eu-west-1&sse=AES256', 's3://b/p?region=eu-west-1&sse=AES256'],
  ['s3://b?endpoint=http%3A%2F%2F127.0.0.1%3A9000%2Fpath', 's3://b?endpoint=http://127.0.0.1:9000/path'],
  ['s3://b?endpoint=localhost', 's3://b?endpoint=localhost'],
  ['s3://b?endpoint=https://[::1]:9000', 's3://b?endpoint=https://[::1]:9000'],
  [`s3://b?endpoint=${ACCOUNT}.r2.cloudflarestorage.com`, `s3://b?endpoint=${ACCOUNT}.r2.cloudflarestorage.com`],
  ['s3://b/p?regin=auto&access-key-id=KEY', 's3://b/p?regin=auto&access-key-id=…'],
  [
    `splunk://h.example:8088/services/collector/raw?channel=${UUID}&insecure-skip-verify=true&sourcetype=cloudflare:json&header_Authorization=Splunk%20${UUID}`,
    'splunk://h.example:8088/…?channel=…&insecure-skip-verify=true&sourcetype=cloudflare:json&header_Authorization=…',
  ],
  [
    `datadog://h.example/v1?header_DD-API-KEY=${SECRET}&ddsource=cloudflare&service=web&host=a.example&ddtags=env:prod,team:x`,
    'datadog://h.example/…?header_DD-API-KEY=…&ddsource=cloudflare&service=web&host=a.example&ddtags=env:prod,team:x',
  ],
  [
    `azure://c/d?sv=2022-11-02&sp=cw&se=2030-01-01T00:00:00Z&spr=https&sig=${SECRET}`,
    'azure://c/d?sv=2022-11-02&sp=cw&se=2030-01-01T00:00:00Z&spr=https&sig=…',
  ],
  ['https://h.example/x?format=cloudflare&Api-Key=short', 'https://h.example/…?format=cloudflare&Api-Key=…'],
])('%s', (conf, shown) => {
  expect(redactDestination(conf)).toBe(shown);
});

it.each([
  ['s3://b?endpoint=https://user:hunter@h.example:9000/p', 's3://b?endpoint=https://…@h.example:9000/p'],
  ['s3://b?endpoint=https://user:hun/ter@h.example', 's3://b?endpoint=https://…@h.example'],
  ['s3://b?endpoint=https://user:1%3Fhunter@h.example', 's3://b?endpoint=…'],
  ['s3://b?endpoint=h.example/p%3Ftoken=hunter%26x=1', 's3://b?endpoint=h.example/p?…'],
  ['s3://b?endpoint=h.example/p?token=hunter&region=auto', 's3://b?endpoint=h.example/p?…&region=auto'],
  [`s3://b?endpoint=h.example/${SECRET}/p`, 's3://b?endpoint=h.example/…'],
  [`s3://b?endpoint=${SECRET}`, 's3://b?endpoint=…'],
  ['s3://b?endpoint=AKIAIOSFODNN7EXAMPLE.h.example', 's3://b?endpoint=…'],
  [`r2://b?account-id=${SECRET}`, 'r2://b?account-id=…'],
  ['r2://b?account-id=AKIAIOSFODNN7EXAMPLE', 'r2://b?account-id=…'],
  ['r2://b?secret-access-key=x&hunter=2', 'r2://b?secret-access-key=…&…=…'],
  ['r2://b?hunter', 'r2://b?…=…'],
  [`r2://b?${SECRET}=1`, 'r2://b?…=…'],
  [`https://h.example/in?header_${SECRET}=1`, 'https://h.example/…?…=…'],
  ['https://user:a?hunter=x@h.example', 'https://…?…=…'],
  ['https://h.example/in?pw=hunter', 'https://h.example/…?pw=…'],
  [`https://h.example/in?colour=${UUID}`, 'https://h.example/…?colour=…'],
  ['s3://b/p&secret-access-key=hunter', 's3://b/p'],
  [' s3://b?secret-access-key=hunter', '…'],
])('hides a secret: %s', (conf, shown) => {
  expect(redactDestination(conf)).toBe(shown);
});
