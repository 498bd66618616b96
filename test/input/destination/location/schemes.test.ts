// Which destinations are of the platform, as it bills them.
import { expect, it } from 'vitest';
import { destinationKind } from '../../../../src/input/destination/index.ts';

it.each([
  ['r2://bucket/logs/{DATE}?account-id=a&access-key-id=b&secret-access-key=c', 'internal'],
  ['R2://bucket', 'internal'],
  ['pipelines://stream', 'internal'],
  ['s3://bucket/logs?region=eu-west-1', 'external'],
  ['gs://bucket/logs', 'external'],
  ['https://logs.example.com?header_Authorization=x', 'external'],
  ['splunk://example.com?channel=1', 'external'],
  ['s3://bucket/logs?region=auto&endpoint=account.r2.cloudflarestorage.com', undefined],
  ['s3://bucket/logs?endpoint=account.fedramp.r2.cloudflarestorage.com', undefined],
  ['https://0123.ingest.cloudflare.com', undefined],
  ['newer://destination', undefined],
  ['samples/logs', undefined],
  ['-', undefined],
])('%s', (place, kind) => expect(destinationKind(place)).toBe(kind));
