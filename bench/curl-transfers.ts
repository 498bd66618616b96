// Sends many requests to a bucket with one curl process, which is the same client for the S3 API and for the edge script. Keys are in files
// that only the owner can read, not on command lines.
import { writeFileSync } from 'node:fs';
import type { Bucket } from '../src/sandbox/index.ts';
import type { TimedCommand } from './timed-command.ts';

/** How requests reach the bucket. */
export type Access = 's3' | 'edge';

/** An object, and the local file with its content. */
export interface Transfer {
  key: string;
  file: string;
}

/** Requests at a time: fewer than headgate sends, so that one runtime on the same machine is not the only limit. */
const AT_ONCE = 8;

/**
 * Returns a command that gets or puts all objects.
 * @param config path of the configuration file, which is written here
 */
export function curlTransfers(
  name: string,
  method: 'GET' | 'PUT',
  {
    bucket,
    access,
    transfers,
    config,
  }: { bucket: Bucket; access: Access; transfers: readonly Transfer[]; config: string },
): TimedCommand {
  const base = access === 'edge' ? bucket.edge.url : `${bucket.endpoint}/${bucket.bucketName}`;
  const lines = [
    'silent',
    'show-error',
    'no-progress-meter',
    'fail',
    // Otherwise curl waits a second for the permission to send each body.
    'header = "Expect:"',
    'parallel',
    `parallel-max = ${AT_ONCE}`,
    'write-out = "%{http_code} %{size_download} %{size_upload}\\n"',
    ...(access === 'edge' ? [`header = "X-Custom-Auth-Key: ${bucket.edge.key}"`] : s3Credentials(bucket)),
    ...transfers.flatMap(({ key, file }) => [
      `url = "${base}/${key}"`,
      'output = "/dev/null"',
      ...(method === 'PUT' ? [`upload-file = "${file}"`] : []),
    ]),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  return { name, command: 'curl', args: ['--config', config] };
}

/** Checks the output of a run: every request succeeded, and all bytes were transferred. @throws Error otherwise */
export function checkTransfers(output: string, method: 'GET' | 'PUT', objects: number, bytes: number): void {
  const rows = [...output.matchAll(/^(\d{3}) (\d+) (\d+)$/gm)].map(([, code, down, up]) => ({
    code,
    bytes: Number(method === 'GET' ? down : up),
  }));
  const sum = rows.reduce((total, row) => total + row.bytes, 0);
  if (rows.length === objects && sum === bytes && rows.every(({ code }) => code === '200')) return;
  throw new Error(
    `cannot measure ${method}: found ${rows.length} answers with ${sum} bytes, expected ${objects} with ${bytes}`,
  );
}

/** The body is not part of the signature, as in the SDK's requests over HTTPS: curl would hash it, and the script does not. */
function s3Credentials({ accessKeyId, secretAccessKey, region }: Bucket): string[] {
  return [
    `user = "${accessKeyId}:${secretAccessKey}"`,
    `aws-sigv4 = "aws:amz:${region}:s3"`,
    'header = "x-amz-content-sha256: UNSIGNED-PAYLOAD"',
  ];
}
