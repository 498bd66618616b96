// Runs the edge script in the platform's runtime, once for each test file, and keeps what it logs.
import type { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll } from 'vitest';
import { EDGE_COMPATIBILITY_DATE, edgeScript } from '../../../src/sandbox/edge/index.ts';

/** Secret of the script in tests. */
export const SECRET = 'correct horse';
/** Header that carries it. */
export const KEY = { 'x-custom-auth-key': SECRET };

/** Size of the parts in which the script stores a body without a length. Bytes. */
export const PART = 8 * 1024 * 1024;

/** How often, and for how long at most, a test looks at the log for what the runtime is about to write. Milliseconds. */
export const SOON = { interval: 10, timeout: 20_000 };

/** Variables of the script. Any request reads public/, a request with the key reads private/, and no request reads other objects. */
const VARIABLES = {
  AUTH_KEY_SECRET: SECRET,
  ALLOW_LIST: { keys: ['index.html'], prefixes: ['public/'] },
  ALLOW_LIST_WITH_KEY: { prefixes: ['private/'] },
};
const BUCKET = 'edge';
const S3_KEYS = { accessKeyId: 'a'.repeat(32), secretAccessKey: 'b'.repeat(64) };

/** A running edge script. */
export interface Edge {
  origin: URL;
  /** Sends a request; the path is not normalized. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The same bucket over the S3 API. */
  s3: S3Client;
  bucketName: string;
  /** What the runtime has written so far to its standard output and error. */
  log(): string;
}

/**
 * Starts the edge script for the tests of this file.
 * @param harness a module that imports the script as `./edge.mjs` and runs in its place. @default the script itself
 * @returns a function that returns the running script, for use within tests
 */
export function useEdge(harness?: string): () => Edge {
  let runtime: Miniflare | undefined;
  let edge: Edge | undefined;
  beforeAll(async () => {
    const chunks: string[] = [];
    const script = { type: 'ESModule' as const, path: 'edge.mjs', contents: edgeScript() };
    runtime = new Miniflare({
      modules:
        harness === undefined ? [script] : [{ type: 'ESModule', path: 'harness.mjs', contents: harness }, script],
      compatibilityDate: EDGE_COMPATIBILITY_DATE,
      cf: false,
      host: '127.0.0.1',
      bindings: VARIABLES,
      r2Buckets: { BUCKET: { id: BUCKET, s3Credentials: S3_KEYS } },
      handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
        for (const stream of [stdout, stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
      },
    });
    const origin = await runtime.ready;
    const s3 = new S3Client({
      endpoint: `${origin.origin}/cdn-cgi/local/r2/s3`,
      region: 'auto',
      credentials: S3_KEYS,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    edge = {
      origin,
      fetch: (path, init) => fetch(`${origin.origin}${path}`, init),
      s3,
      bucketName: BUCKET,
      log: () => chunks.join(''),
    };
  });
  afterAll(async () => {
    edge?.s3.destroy();
    await runtime?.dispose();
  });
  return () => {
    if (edge === undefined) throw new Error('the edge script runs only while tests run');
    return edge;
  };
}
