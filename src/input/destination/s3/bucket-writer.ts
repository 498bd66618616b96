// Writes objects into a bucket: from files on this machine, in one request, or in parts if they are large; and from bytes in memory. An
// object appears complete or not at all. Chooses no names, and reads only what it needs to check names.
import { type FileHandle, open } from 'node:fs/promises';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { abortable, HeadgateError, printCount, printPlural } from '../../../base/index.ts';
import { BucketHealth, type RetryRules } from '../bucket/bucket-health.ts';
import { bucketTree } from '../bucket/bucket-tree.ts';
import { type SendOnce, sendUntilAnswered } from '../bucket/send-request.ts';
import { DESTINATION_LIMITS } from '../destination.ts';
import { readExactly } from '../local/read-exactly.ts';
import type { S3Location } from '../location/location.ts';
import { SSE } from '../location/parse-write-location.ts';
import { loadS3Sdk, type S3Sdk } from '../s3-sdk.ts';
import { openS3Bucket, type S3Bucket } from './s3-destination.ts';
import { abortedBy } from './s3-transport.ts';

/** Size of a part, and of the largest object in one request: allows 80 GB within the part limit of S3 and R2. Bytes. */
const PART_BYTES = 8 * 1024 * 1024;
/** Maximum number of parts of an object, in S3 and R2. */
const MAX_PARTS = 10_000;
/** Longest wait for a response after a write, to query or remove its result. Milliseconds; ours. */
const AFTERWARDS_MS = 2000;
/** Statuses of a request with `If-None-Match`: 412; 409 if another request writes the same key at the same time. */
const CONDITION_FAILED: readonly number[] = [409, 412];
/** Statuses of an upload that is already complete, or that may not be completed. */
const UPLOAD_OVER: readonly number[] = [404, ...CONDITION_FAILED];
/** Statuses of an object that does not exist; some keys that may write may not read its head. */
const NOT_SHOWN: readonly number[] = [403, 404];
/** Metadata key that marks the objects of a run: an abandoned request may still be answered after a second one. */
const RUN_METADATA = 'headgate-run';

/** One attempt for each request, whatever AWS_MAX_ATTEMPTS says. */
const SEND_ONCE: RetryRules = { forMs: 0, attempts: 1, isPaced: false };

/** A multipart upload that is neither complete nor aborted; until then the bucket stores its parts. */
export interface OpenUpload {
  key: string;
  uploadId: string;
}

/** Options of {@link openBucketWriter}. */
export interface BucketWriterOptions {
  /** Identifies the objects of this run. @default they are not marked */
  run?: string;
  /** Whether to replace objects of the same name. */
  overwrite: boolean;
  /**
   * Size of a part, and of the largest object written in one request. Bytes; S3 and R2 require at least 5 MiB.
   * @default 8 MiB
   */
  partBytes?: number | undefined;
  /** Called when a multipart upload begins and when it ends. */
  onUpload?: ((upload: OpenUpload, isOpen: boolean) => void) | undefined;
}

/** Writes into one bucket from memory. */
export interface BytesWriter {
  /**
   * Writes an object, or replaces one of the same name. Sends one request: the caller retries.
   * @throws HeadgateError `write-failed`, whose message is the reason alone; the signal's reason when aborted
   */
  putBytes(key: string, bytes: Uint8Array, contentType: string, signal: AbortSignal): Promise<void>;
  /** Closes all connections. */
  close(): void;
}

/** Writes into one bucket from files. */
export interface BucketWriter extends Pick<BytesWriter, 'close'> {
  /** Finds an object. @returns its key @throws HeadgateError if listing fails; the signal's reason when aborted */
  anyKey(prefix: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Writes the bytes of a file as an object.
   * @returns false if the signal ended the write and the bucket does not contain the object
   * @throws HeadgateError `write-failed`, whose message is the reason alone; the error of the file system
   */
  put(key: string, path: string, signal: AbortSignal): Promise<boolean>;
  /** Aborts a multipart upload that is no longer needed. Never fails. */
  abort(upload: OpenUpload): Promise<void>;
}

/**
 * Opens a bucket for writing; sends no request.
 * @throws HeadgateError `retry-settings`
 */
export async function openBucketWriter(location: S3Location, options: BucketWriterOptions): Promise<BucketWriter> {
  const bucket = await openS3Bucket(location, DESTINATION_LIMITS, 'write');
  return new Writer(bucket, options, await loadS3Sdk());
}

/** Opens a bucket for writing from memory; sends no request. */
export async function openBytesWriter(location: S3Location): Promise<BytesWriter> {
  const bucket = await openS3Bucket(location, DESTINATION_LIMITS, 'write', SEND_ONCE);
  return new Writer(bucket, { overwrite: true }, await loadS3Sdk());
}

/** An object that is being written. */
interface Put {
  key: string;
  signal: AbortSignal;
  /** Whether a request that creates the object was sent: the object may exist without a response. */
  mayBeThere: boolean;
}

/** A rejection with one of the expected statuses. */
class Rejection {
  readonly status: number;
  /** The error to throw if the rejection turns out to be a failure. */
  readonly error: HeadgateError;

  constructor(status: number, error: HeadgateError) {
    this.status = status;
    this.error = error;
  }
}

class Writer implements BucketWriter, BytesWriter {
  readonly #bucket: S3Bucket;
  readonly #options: BucketWriterOptions;
  readonly #partBytes: number;
  readonly #sdk: S3Sdk;

  constructor(bucket: S3Bucket, options: BucketWriterOptions, sdk: S3Sdk) {
    this.#bucket = bucket;
    this.#options = options;
    this.#partBytes = options.partBytes ?? PART_BYTES;
    this.#sdk = sdk;
  }

  async anyKey(prefix: string, signal: AbortSignal): Promise<string | undefined> {
    for await (const { key } of bucketTree(this.#bucket, { pageKeys: 1, signal }).below(prefix)) return key;
    return undefined;
  }

  async put(key: string, path: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    // Without `overwrite` the bucket was listed before, possibly by another thread, so it has answered.
    if (!this.#options.overwrite) this.#bucket.health.recordResponse();
    const put: Put = { key, signal, mayBeThere: false };
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size <= this.#partBytes) await this.#putWhole(put, await readExactly(file, 0, size));
      else await this.#putParts(put, file, size);
      return true;
    } catch (error) {
      if (!signal.aborted) throw error;
      return put.mayBeThere && (await this.#isThereNow(key));
    } finally {
      await file.close();
    }
  }

  async putBytes(key: string, bytes: Uint8Array, contentType: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const command = new this.#sdk.PutObjectCommand({ ...this.#newObject(key), ContentType: contentType, Body: bytes });
    // The failure of an object says nothing about the next one.
    const once = { ...this.#bucket, health: new BucketHealth(SEND_ONCE, DESTINATION_LIMITS) };
    const sent = sendUntilAnswered(once, (turn) => once.client.send(command, abortedBy(turn)), signal, 'put');
    // The SDK does not abort a search for credentials. A request that the abort ended may still fail later.
    sent.catch(() => {});
    await abortable(sent, signal);
  }

  async abort({ key, uploadId }: OpenUpload): Promise<void> {
    const command = new this.#sdk.AbortMultipartUploadCommand({ ...this.#object(key), UploadId: uploadId });
    await this.#bucket.client.send(command, { abortSignal: AbortSignal.timeout(AFTERWARDS_MS) }).catch(() => {});
  }

  close(): void {
    this.#bucket.client.destroy();
  }

  async #putWhole(put: Put, body: Buffer): Promise<void> {
    const { PutObjectCommand } = this.#sdk;
    const input = { ...this.#newObject(put.key), ...this.#condition(), Body: body };
    put.mayBeThere = true;
    const answer = await this.#send(
      (turn) => this.#bucket.client.send(new PutObjectCommand(input), abortedBy(turn)),
      put.signal,
      CONDITION_FAILED,
    );
    if (answer instanceof Rejection && !(await this.#isOurs(put))) throw existing();
  }

  async #putParts(put: Put, file: FileHandle, size: number): Promise<void> {
    const { key, signal } = put;
    const { client } = this.#bucket;
    const { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } = this.#sdk;
    const partBytes = this.#partBytes;
    if (size > partBytes * MAX_PARTS) {
      throw new HeadgateError(
        'write-failed',
        `the object has ${printPlural(size, 'byte')}, and the bucket takes at most ${printCount(partBytes * MAX_PARTS)}; use a source with smaller objects`,
      );
    }
    // R2 ignores a condition at the end of an upload, so an existing object is looked up now, and again below.
    await this.#checkFree(put);
    const create = new CreateMultipartUploadCommand(this.#newObject(key));
    // An upload without a known id can only be found by listing, so its response is awaited briefly.
    const created = await withLateSignal(signal, AFTERWARDS_MS, (late) =>
      this.#send(() => client.send(create, { abortSignal: late }), signal),
    );
    const upload: OpenUpload = { key, uploadId: created.UploadId! };
    this.#options.onUpload?.(upload, true);
    const part = { ...this.#object(key), UploadId: upload.uploadId };
    try {
      const parts: { PartNumber: number; ETag: string | undefined }[] = [];
      for (let position = 0; position < size; position += partBytes) {
        const body = await readExactly(file, position, Math.min(partBytes, size - position));
        const input = { ...part, PartNumber: parts.length + 1, Body: body };
        const { ETag } = await this.#send((turn) => client.send(new UploadPartCommand(input), abortedBy(turn)), signal);
        parts.push({ PartNumber: input.PartNumber, ETag });
      }
      await this.#checkFree(put);
      const complete = { ...part, ...this.#condition(), MultipartUpload: { Parts: parts } };
      put.mayBeThere = true;
      const answer = await this.#send(
        (turn) => client.send(new CompleteMultipartUploadCommand(complete), abortedBy(turn)),
        signal,
        UPLOAD_OVER,
      );
      // The response was lost: the upload is complete, and the object is ours.
      if (!(answer instanceof Rejection) || (await this.#isOurs(put))) return;
      throw CONDITION_FAILED.includes(answer.status) ? existing() : answer.error;
    } catch (error) {
      await this.abort(upload);
      throw error;
    } finally {
      this.#options.onUpload?.(upload, false);
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket.location.bucket, Key: key };
  }

  /** No Content-Encoding: readers would inflate the object before they inspect it. */
  #newObject(key: string): Omit<PutObjectCommandInput, 'Body'> & { Bucket: string; Key: string } {
    const { run } = this.#options;
    return {
      ...this.#object(key),
      ContentType: 'application/gzip',
      Metadata: run === undefined ? undefined : { [RUN_METADATA]: run },
      ServerSideEncryption: this.#bucket.location.sse === undefined ? undefined : SSE,
    };
  }

  #condition(): { IfNoneMatch?: string } {
    return this.#options.overwrite ? {} : { IfNoneMatch: '*' };
  }

  /** @throws HeadgateError if the key has an object that this run may not replace */
  async #checkFree(put: Put): Promise<void> {
    if (!this.#options.overwrite && (await this.#runOf(put)) !== undefined) throw existing();
  }

  async #isOurs(put: Put): Promise<boolean> {
    return (await this.#runOf(put)) === this.#options.run;
  }

  /**
   * @returns the run that wrote the object; empty if it names none; undefined if the object is absent or not readable
   * @throws HeadgateError if the bucket does not answer
   */
  async #runOf({ key, signal }: Put): Promise<string | undefined> {
    const command = new this.#sdk.HeadObjectCommand(this.#object(key));
    const head = await this.#send((turn) => this.#bucket.client.send(command, abortedBy(turn)), signal, NOT_SHOWN);
    return head instanceof Rejection ? undefined : (head.Metadata?.[RUN_METADATA] ?? '');
  }

  /** Checks once whether the object of an aborted write exists. Never fails. */
  async #isThereNow(key: string): Promise<boolean> {
    const command = new this.#sdk.HeadObjectCommand(this.#object(key));
    const head = this.#bucket.client.send(command, { abortSignal: AbortSignal.timeout(AFTERWARDS_MS) });
    return await head.then(
      ({ Metadata }) => Metadata?.[RUN_METADATA] === this.#options.run,
      () => false,
    );
  }

  /** Sends a request until it is answered; a rejection with one of the expected statuses is a response. */
  #send<Answer>(send: SendOnce<Answer>, signal: AbortSignal): Promise<Answer>;
  #send<Answer>(send: SendOnce<Answer>, signal: AbortSignal, expected: readonly number[]): Promise<Answer | Rejection>;
  #send<Answer>(
    send: SendOnce<Answer>,
    signal: AbortSignal,
    expected: readonly number[] = [],
  ): Promise<Answer | Rejection> {
    const sendOrReject: SendOnce<Answer | Rejection> = async (turn) => {
      try {
        return await send(turn);
      } catch (error) {
        const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
        if (status === undefined || !expected.includes(status)) throw error;
        return new Rejection(
          status,
          this.#bucket.transport.failureOf(error, this.#bucket.health.failed('put')).destinationError,
        );
      }
    };
    return sendUntilAnswered(this.#bucket, sendOrReject, signal, 'put');
  }
}

/** Runs a function with a signal that is aborted `lateMs` after the given one: for a request whose response is needed to undo it. */
async function withLateSignal<Result>(
  signal: AbortSignal,
  lateMs: number,
  run: (late: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => late.abort(), lateMs);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(late.signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}

function existing(): HeadgateError {
  return new HeadgateError(
    'write-failed',
    'the bucket already has an object of this name; use --overwrite to replace it',
  );
}
