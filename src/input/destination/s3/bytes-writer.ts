// Writes objects into a bucket from bytes in memory, one request for each. Sends each request once: the caller retries.
import { abortable } from '../../../base/index.ts';
import { BucketHealth, type RetryRules } from '../bucket/bucket-health.ts';
import { sendUntilAnswered } from '../bucket/send-request.ts';
import { DESTINATION_LIMITS, type DestinationLimits } from '../destination.ts';
import type { S3Location } from '../location/location.ts';
import { SSE } from '../location/parse-write-location.ts';
import { loadS3Sdk } from '../s3-sdk.ts';
import { openS3Bucket } from './s3-destination.ts';
import { abortedBy } from './s3-transport.ts';

/** One attempt for each request, whatever AWS_MAX_ATTEMPTS says. */
const SEND_ONCE: RetryRules = { forMs: 0, attempts: 1, isPaced: false };

/** Writes into one bucket. */
export interface BytesWriter {
  /**
   * Writes an object, or replaces one of the same name.
   * @throws HeadgateError `write-failed`, whose message is the reason alone; the signal's reason when aborted
   */
  put(key: string, bytes: Uint8Array, contentType: string, signal: AbortSignal): Promise<void>;
  /** Closes all connections. */
  close(): void;
}

/** Opens a bucket for writing from memory; sends no request. */
export async function openBytesWriter(
  location: S3Location,
  limits: DestinationLimits = DESTINATION_LIMITS,
): Promise<BytesWriter> {
  const { PutObjectCommand } = await loadS3Sdk();
  const { client, ...bucket } = await openS3Bucket(location, limits, 'write', SEND_ONCE);
  return {
    put: async (key, bytes, contentType, signal) => {
      signal.throwIfAborted();
      const command = new PutObjectCommand({
        Bucket: location.bucket,
        Key: key,
        Body: bytes,
        // No Content-Encoding: readers would inflate the object before they inspect it.
        ContentType: contentType,
        ServerSideEncryption: location.sse === undefined ? undefined : SSE,
      });
      // The failure of an object says nothing about the next one.
      const once = { ...bucket, health: new BucketHealth(SEND_ONCE, limits) };
      const sent = sendUntilAnswered(once, (turn) => client.send(command, abortedBy(turn)), signal, 'put');
      // The SDK does not abort a search for credentials. A request that the abort ended may still fail later.
      sent.catch(() => {});
      await abortable(sent, signal);
    },
    close: () => client.destroy(),
  };
}
