// Writes whole objects into a bucket, from files of this machine: in one request, or in parts where they are large. An object
// appears when all of it is there, or not at all. Names nothing, and reads nothing but what is asked about names.
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { HeadgateError, printCount, printPlural } from '../base/index.ts';
import { DESTINATION_LIMITS } from './destination.ts';
import type { S3Location } from './location.ts';
import { createS3Client } from './s3-client.ts';
import { s3WriteReason } from './s3-error.ts';
import { S3Health } from './s3-health.ts';
import { retryRules } from './s3-retry-rules.ts';
import { s3Tree } from './s3-tree.ts';

/** Times and sizes that tests shorten. */
export interface WriteLimits {
  /** Size of a part, and of the largest object that is written in one request. Bytes; S3 and R2 take no less than 5 MiB. */
  partBytes: number;
  /** How long a request is tried again after its first failure. Milliseconds. */
  retryMs: number;
  /** Wait before the first retry; doubles each time. Milliseconds. */
  backoffMs: number;
}

/** 8 MiB: 80 GB in the 10,000 parts that S3 and R2 allow. The rest is ours: a minute outlasts a hiccup. */
const WRITE_LIMITS: WriteLimits = { partBytes: 8 * 1024 * 1024, retryMs: 60_000, backoffMs: 200 };
/** Longest wait between two tries. Milliseconds. */
const MAX_BACKOFF_MS = 5000;
/** Most parts of an object, of S3 and R2. */
const MAX_PARTS = 10_000;
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
  limits?: Partial<WriteLimits> | undefined;
  /** Called when an upload in parts begins and when it is over. */
  onUpload?: ((upload: OpenUpload, isOpen: boolean) => void) | undefined;
}

/** Writes into one bucket. */
export interface BucketWriter {
  /** @returns the key of an object whose key begins so @throws HeadgateError where it cannot be listed */
  anyKey(prefix: string): Promise<string | undefined>;
  /**
   * Writes the bytes of a file as an object.
   * @returns false where the signal ended it: then no object is there
   * @throws HeadgateError `write-failed`; its message is the reason alone
   */
  put(key: string, path: string, signal: AbortSignal): Promise<boolean>;
  /** Ends an upload in parts that nothing waits for any more. Never fails. */
  abort(upload: OpenUpload): Promise<void>;
  /** Ends all connections. */
  close(): void;
}

/** Opens a bucket for writing; sends no request. */
export async function openBucketWriter(location: S3Location, options: BucketWriterOptions): Promise<BucketWriter> {
  const client = await createS3Client(location, DESTINATION_LIMITS, { use: 'write' });
  const writer = new Writer(client, location, options, await import('@aws-sdk/client-s3'));
  return {
    anyKey: (prefix) => writer.anyKey(prefix),
    put: (key, path, signal) => writer.put(key, path, signal),
    abort: (upload) => writer.abort(upload),
    close: () => client.destroy(),
  };
}

class Writer {
  readonly #client: S3Client;
  readonly #location: S3Location;
  readonly #options: BucketWriterOptions;
  readonly #limits: WriteLimits;
  readonly #sdk: typeof import('@aws-sdk/client-s3');

  constructor(
    client: S3Client,
    location: S3Location,
    options: BucketWriterOptions,
    sdk: typeof import('@aws-sdk/client-s3'),
  ) {
    this.#client = client;
    this.#location = location;
    this.#options = options;
    this.#limits = { ...WRITE_LIMITS, ...options.limits };
    this.#sdk = sdk;
  }

  async anyKey(prefix: string): Promise<string | undefined> {
    const limits = DESTINATION_LIMITS;
    const health = new S3Health(retryRules(this.#location, limits), limits);
    const access = { client: this.#client, location: this.#location, limits, health };
    for await (const { key } of s3Tree(access, { pageKeys: 1 }).below(prefix)) return key;
    return undefined;
  }

  async put(key: string, path: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const read = async (position: number): Promise<Buffer> => {
        const buffer = Buffer.allocUnsafe(Math.min(this.#limits.partBytes, size - position));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
        return buffer.subarray(0, bytesRead);
      };
      if (size <= this.#limits.partBytes) await this.#putWhole(key, await read(0));
      else await this.#putParts(key, size, read, signal);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error instanceof HeadgateError ? error : this.#failed(error);
    } finally {
      await file.close();
    }
  }

  async abort({ key, uploadId }: OpenUpload): Promise<void> {
    const command = new this.#sdk.AbortMultipartUploadCommand({ ...this.#object(key), UploadId: uploadId });
    await this.#client.send(command).catch(() => {});
  }

  async #putWhole(key: string, body: Buffer): Promise<void> {
    const { PutObjectCommand } = this.#sdk;
    const input = { ...this.#newObject(key), ...this.#condition(), Body: body };
    try {
      await this.#retried(() => this.#client.send(new PutObjectCommand(input)));
    } catch (error) {
      if (!isRefusedCondition(error)) throw error;
      await this.#checkOurs(key);
    }
  }

  async #putParts(
    key: string,
    size: number,
    read: (position: number) => Promise<Buffer>,
    signal: AbortSignal,
  ): Promise<void> {
    const { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } = this.#sdk;
    const { partBytes } = this.#limits;
    if (size > partBytes * MAX_PARTS) {
      throw new HeadgateError(
        'write-failed',
        `the object has ${printPlural(size, 'byte')}, expected at most ${printCount(partBytes * MAX_PARTS)}`,
      );
    }
    // R2 takes no condition at the end of an upload: what is there already is found before, and once more below.
    await this.#checkFree(key);
    const created = await this.#retried(() =>
      this.#client.send(new CreateMultipartUploadCommand(this.#newObject(key))),
    );
    const upload: OpenUpload = { key, uploadId: created.UploadId! };
    this.#options.onUpload?.(upload, true);
    const part = { ...this.#object(key), UploadId: upload.uploadId };
    try {
      const parts: { PartNumber: number; ETag: string | undefined }[] = [];
      for (let position = 0; position < size; position += partBytes) {
        signal.throwIfAborted();
        const input = { ...part, PartNumber: parts.length + 1, Body: await read(position) };
        const { ETag } = await this.#retried(
          () => this.#client.send(new UploadPartCommand(input), { abortSignal: signal }),
          signal,
        );
        parts.push({ PartNumber: input.PartNumber, ETag });
      }
      await this.#checkFree(key);
      const complete = { ...part, ...this.#condition(), MultipartUpload: { Parts: parts } };
      await this.#retried(() => this.#client.send(new CompleteMultipartUploadCommand(complete)));
    } catch (error) {
      // An answer that was lost: the upload is complete, and what is there is ours.
      if (!signal.aborted && isOverOrRefused(error) && (await this.#isOurs(key))) return;
      await this.abort(upload);
      throw isRefusedCondition(error) ? existing() : error;
    } finally {
      this.#options.onUpload?.(upload, false);
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#location.bucket, Key: key };
  }

  /** No Content-Encoding: readers would inflate the object before they look at it. */
  #newObject(key: string): Omit<PutObjectCommandInput, 'Body'> & { Bucket: string; Key: string } {
    return {
      ...this.#object(key),
      ContentType: 'application/gzip',
      Metadata: { [RUN_METADATA]: this.#options.run },
      ...(this.#location.sse === undefined ? {} : { ServerSideEncryption: 'AES256' as const }),
    };
  }

  #condition(): { IfNoneMatch?: string } {
    return this.#options.overwrite ? {} : { IfNoneMatch: '*' };
  }

  /** @throws HeadgateError where an object is there that this run may not replace */
  async #checkFree(key: string): Promise<void> {
    if (!this.#options.overwrite && (await this.#runOf(key)) !== undefined) throw existing();
  }

  /** @throws HeadgateError where the object that is there is not of this run */
  async #checkOurs(key: string): Promise<void> {
    if (!(await this.#isOurs(key))) throw existing();
  }

  async #isOurs(key: string): Promise<boolean> {
    return (await this.#runOf(key)) === this.#options.run;
  }

  /** @returns the run that wrote an object; empty where it says none; undefined where there is no object, or none may be asked for */
  async #runOf(key: string): Promise<string | undefined> {
    const command = new this.#sdk.HeadObjectCommand(this.#object(key));
    const head = await this.#retried(() => this.#client.send(command)).catch(() => undefined);
    return head && (head.Metadata?.[RUN_METADATA] ?? '');
  }

  /** Sends a request until it is answered, or has failed for too long, or with what no retry changes. */
  async #retried<Answer>(send: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    let until: number | undefined;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        until ??= Date.now() + this.#limits.retryMs;
        const pause = Math.min(this.#limits.backoffMs * 2 ** attempt, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2);
        const isPassing = !isRefusedCondition(error) && s3WriteReason(error, this.#location).isPassing;
        if (!isPassing || signal?.aborted === true || Date.now() + pause > until) throw error;
        await wait(pause);
      }
    }
  }

  #failed(error: unknown): HeadgateError {
    return new HeadgateError('write-failed', s3WriteReason(error, this.#location).told);
  }
}

function existing(): HeadgateError {
  return new HeadgateError('write-failed', 'found an object of this name, expected none; --overwrite replaces it');
}

/** Of a request with `If-None-Match`: 412; 409 where another request writes the same key at this moment. */
function isRefusedCondition(error: unknown): boolean {
  return [409, 412].includes(statusOf(error) ?? 0);
}

/** Of an upload that is complete already, or was refused to complete. */
function isOverOrRefused(error: unknown): boolean {
  return statusOf(error) === 404 || isRefusedCondition(error);
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
