// Writes whole objects into a bucket, from files of this machine: in one request, or in parts where they are large. An object
// appears when all of it is there, or not at all. Names nothing, and reads nothing but what is asked about names.
import { type FileHandle, open } from 'node:fs/promises';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import { DESTINATION_LIMITS } from '../destination.ts';
import { readExactly } from '../local/read-exactly.ts';
import type { S3Location } from '../location/location.ts';
import { createS3Client } from './s3-client.ts';
import { s3Error } from './s3-error.ts';
import { S3Health } from './s3-health.ts';
import { type S3Access, type S3Send, sendUntilAnswered } from './s3-request.ts';
import { retryRules } from './s3-retry-rules.ts';
import { s3Tree } from './s3-tree.ts';

/** Size of a part, and of the largest object that is written in one request: 80 GB in the parts that S3 and R2 allow. Bytes. */
const PART_BYTES = 8 * 1024 * 1024;
/** Most parts of an object, of S3 and R2. */
const MAX_PARTS = 10_000;
/** Longest wait for the answer to a request of a write that is already over: what it left is asked for, or removed. Milliseconds; ours. */
const AFTERWARDS_MS = 2000;
/** Of a request with `If-None-Match`: 412; 409 where another request writes the same key at this moment. */
const CONDITION_REFUSED: readonly number[] = [409, 412];
/** Of an upload that is complete already, or was refused to complete. */
const UPLOAD_OVER: readonly number[] = [404, ...CONDITION_REFUSED];
/** Of an object that is not there; some keys that may write are denied to ask. */
const NOT_SHOWN: readonly number[] = [403, 404];
/** Metadata that marks the objects of a run: a request may be answered after it was given up and sent again. */
const RUN_METADATA = 'headgate-run';

/** An upload in parts that is neither complete nor aborted; the bucket keeps its parts until it is. */
export interface OpenUpload {
  key: string;
  uploadId: string;
}

/** What {@link openBucketWriter} is given. */
export interface BucketWriterOptions {
  /** Marks the objects of a run among those of others. */
  run: string;
  /** Whether objects of the same name are replaced. */
  overwrite: boolean;
  /** Size of a part, and of the largest object that is written in one request. Bytes; S3 and R2 take no less than 5 MiB. @default 8 MiB */
  partBytes?: number | undefined;
  /** Called when an upload in parts begins and when it is over. */
  onUpload?: ((upload: OpenUpload, isOpen: boolean) => void) | undefined;
}

/** Writes into one bucket. */
export interface BucketWriter {
  /** @returns the key of an object whose key begins so @throws HeadgateError where it cannot be listed; the signal's reason when aborted */
  anyKey(prefix: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Writes the bytes of a file as an object.
   * @returns false where the signal ended it, and the bucket does not show the object
   * @throws HeadgateError `write-failed`; its message is the reason alone; what the file system throws where the file cannot be read
   */
  put(key: string, path: string, signal: AbortSignal): Promise<boolean>;
  /** Ends an upload in parts that nothing waits for any more. Never fails. */
  abort(upload: OpenUpload): Promise<void>;
  /** Ends all connections. */
  close(): void;
}

/**
 * Opens a bucket for writing; sends no request.
 * @throws HeadgateError `retry-settings`
 */
export async function openBucketWriter(location: S3Location, options: BucketWriterOptions): Promise<BucketWriter> {
  const limits = DESTINATION_LIMITS;
  const health = new S3Health(retryRules(location, limits), limits);
  const client = await createS3Client(location, limits, { use: 'write', onAnswer: () => health.recordResponse() });
  const writer = new Writer({ client, location, limits, health }, options, await import('@aws-sdk/client-s3'));
  return {
    anyKey: (prefix, signal) => writer.anyKey(prefix, signal),
    put: (key, path, signal) => writer.put(key, path, signal),
    abort: (upload) => writer.abort(upload),
    close: () => client.destroy(),
  };
}

/** One object that is being written. */
interface Put {
  key: string;
  signal: AbortSignal;
  /** Whether a request was sent that makes the object: it may be there without an answer. */
  mayBeThere: boolean;
}

/** An answer that says no, where that is one of the answers to expect. */
class Refusal {
  readonly status: number;
  /** What it is an error of, where it turns out to be one. */
  readonly error: HeadgateError;

  constructor(status: number, error: HeadgateError) {
    this.status = status;
    this.error = error;
  }
}

class Writer {
  readonly #access: S3Access;
  readonly #options: BucketWriterOptions;
  readonly #partBytes: number;
  readonly #sdk: typeof import('@aws-sdk/client-s3');

  constructor(access: S3Access, options: BucketWriterOptions, sdk: typeof import('@aws-sdk/client-s3')) {
    this.#access = access;
    this.#options = options;
    this.#partBytes = options.partBytes ?? PART_BYTES;
    this.#sdk = sdk;
  }

  async anyKey(prefix: string, signal: AbortSignal): Promise<string | undefined> {
    for await (const { key } of s3Tree(this.#access, { pageKeys: 1, signal }).below(prefix)) return key;
    return undefined;
  }

  async put(key: string, path: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    // Only what may overwrite is written to a bucket that was not listed before, if by another thread.
    if (!this.#options.overwrite) this.#access.health.recordResponse();
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

  async abort({ key, uploadId }: OpenUpload): Promise<void> {
    const command = new this.#sdk.AbortMultipartUploadCommand({ ...this.#object(key), UploadId: uploadId });
    await this.#access.client.send(command, { abortSignal: AbortSignal.timeout(AFTERWARDS_MS) }).catch(() => {});
  }

  async #putWhole(put: Put, body: Buffer): Promise<void> {
    const { PutObjectCommand } = this.#sdk;
    const input = { ...this.#newObject(put.key), ...this.#condition(), Body: body };
    put.mayBeThere = true;
    const answer = await this.#send(
      (options) => this.#access.client.send(new PutObjectCommand(input), options),
      put.signal,
      CONDITION_REFUSED,
    );
    if (answer instanceof Refusal && !(await this.#isOurs(put))) throw existing();
  }

  async #putParts(put: Put, file: FileHandle, size: number): Promise<void> {
    const { key, signal } = put;
    const { client } = this.#access;
    const { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } = this.#sdk;
    const partBytes = this.#partBytes;
    if (size > partBytes * MAX_PARTS) {
      throw new HeadgateError(
        'write-failed',
        `the object has ${printPlural(size, 'byte')}, expected at most ${printCount(partBytes * MAX_PARTS)}`,
      );
    }
    // R2 takes no condition at the end of an upload: what is there already is found before, and once more below.
    await this.#checkFree(put);
    const create = new CreateMultipartUploadCommand(this.#newObject(key));
    // An upload whose id is not known can only be found by listing: its answer is waited for, if not for long.
    const created = await withLateSignal(signal, (late) =>
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
        const { ETag } = await this.#send((options) => client.send(new UploadPartCommand(input), options), signal);
        parts.push({ PartNumber: input.PartNumber, ETag });
      }
      await this.#checkFree(put);
      const complete = { ...part, ...this.#condition(), MultipartUpload: { Parts: parts } };
      put.mayBeThere = true;
      const answer = await this.#send(
        (options) => client.send(new CompleteMultipartUploadCommand(complete), options),
        signal,
        UPLOAD_OVER,
      );
      // An answer that was lost: the upload is complete, and what is there is ours.
      if (!(answer instanceof Refusal) || (await this.#isOurs(put))) return;
      throw CONDITION_REFUSED.includes(answer.status) ? existing() : answer.error;
    } catch (error) {
      await this.abort(upload);
      throw error;
    } finally {
      this.#options.onUpload?.(upload, false);
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#access.location.bucket, Key: key };
  }

  /** No Content-Encoding: readers would inflate the object before they look at it. */
  #newObject(key: string): Omit<PutObjectCommandInput, 'Body'> & { Bucket: string; Key: string } {
    return {
      ...this.#object(key),
      ContentType: 'application/gzip',
      Metadata: { [RUN_METADATA]: this.#options.run },
      ...(this.#access.location.sse === undefined ? {} : { ServerSideEncryption: 'AES256' as const }),
    };
  }

  #condition(): { IfNoneMatch?: string } {
    return this.#options.overwrite ? {} : { IfNoneMatch: '*' };
  }

  /** @throws HeadgateError where an object is there that this run may not replace */
  async #checkFree(put: Put): Promise<void> {
    if (!this.#options.overwrite && (await this.#runOf(put)) !== undefined) throw existing();
  }

  async #isOurs(put: Put): Promise<boolean> {
    return (await this.#runOf(put)) === this.#options.run;
  }

  /**
   * @returns the run that wrote an object; empty where it names none; undefined where there is no object, or none may be asked for
   * @throws HeadgateError where the bucket does not answer that
   */
  async #runOf({ key, signal }: Put): Promise<string | undefined> {
    const command = new this.#sdk.HeadObjectCommand(this.#object(key));
    const head = await this.#send((options) => this.#access.client.send(command, options), signal, NOT_SHOWN);
    return head instanceof Refusal ? undefined : (head.Metadata?.[RUN_METADATA] ?? '');
  }

  /** Asks once whether the object of a write that was aborted is there. Never fails. */
  async #isThereNow(key: string): Promise<boolean> {
    const command = new this.#sdk.HeadObjectCommand(this.#object(key));
    const head = this.#access.client.send(command, { abortSignal: AbortSignal.timeout(AFTERWARDS_MS) });
    return await head.then(
      ({ Metadata }) => Metadata?.[RUN_METADATA] === this.#options.run,
      () => false,
    );
  }

  /** Sends a request until it is answered, also by a refusal with one of the expected statuses. */
  #send<Answer>(send: S3Send<Answer>, signal: AbortSignal): Promise<Answer>;
  #send<Answer>(send: S3Send<Answer>, signal: AbortSignal, expected: readonly number[]): Promise<Answer | Refusal>;
  #send<Answer>(
    send: S3Send<Answer>,
    signal: AbortSignal,
    expected: readonly number[] = [],
  ): Promise<Answer | Refusal> {
    const sendOrRefuse: S3Send<Answer | Refusal> = async (options) => {
      try {
        return await send(options);
      } catch (error) {
        const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
        if (status === undefined || !expected.includes(status)) throw error;
        return new Refusal(status, s3Error(error, this.#access.location, 'put').destinationError);
      }
    };
    return sendUntilAnswered(this.#access, sendOrRefuse, signal, 'put');
  }
}

function existing(): HeadgateError {
  return new HeadgateError('write-failed', 'found an object of this name, expected none; --overwrite replaces it');
}

/** Runs with a signal that is aborted {@link AFTERWARDS_MS} after the given one. */
async function withLateSignal<Result>(
  signal: AbortSignal,
  run: (late: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => late.abort(), AFTERWARDS_MS);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(late.signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}
