// Starts the platform's own runtime on loopback, quiet and without network. What runs in it is the caller's.
import type { Readable } from 'node:stream';
import type { Miniflare } from 'miniflare';
import { HeadgateError } from '../base/index.ts';

/** What runs. */
export interface RuntimeOptions {
  /** 0 takes a free one. */
  port: number;
  /** A module for the edge. */
  script: string;
  bindings: Record<string, string>;
  r2Buckets: Record<string, { id: string; s3Credentials: { accessKeyId: string; secretAccessKey: string } }>;
}

/** Starts it. @throws HeadgateError `no-miniflare` where it is not installed, `bucket-start` where it does not start */
export async function startRuntime({
  port,
  ...options
}: RuntimeOptions): Promise<{ runtime: Miniflare; address: URL }> {
  const { Miniflare, Log, LogLevel } = await import('miniflare').catch((cause) => {
    throw new HeadgateError(
      'no-miniflare',
      'cannot start a local bucket: found no package "miniflare", wanted it beside headgate; install it: npm install miniflare@4',
      { cause },
    );
  });
  const runtime = new Miniflare({
    modules: true,
    host: '127.0.0.1',
    port,
    // Else it fetches a file that describes a request from the edge.
    cf: false,
    log: new Log(LogLevel.NONE),
    // What the runtime itself prints is of no use to anyone here; unread it would fill its pipe.
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      stdout.resume();
      stderr.resume();
    },
    ...options,
  });
  try {
    return { runtime, address: await runtime.ready };
  } catch (error) {
    await runtime.dispose().catch(() => undefined);
    const said = (error as Error).message.split('\n', 1)[0]!;
    const reason = /already in use/.test(said)
      ? `found port ${port} in use, wanted a free one; choose another`
      : `the runtime says: ${said}`;
    throw new HeadgateError('bucket-start', `cannot start a local bucket: ${reason}`, { cause: error });
  }
}
