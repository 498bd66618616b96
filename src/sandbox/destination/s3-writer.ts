// Writes objects into a bucket: one of the sandbox, or any other with an S3 API.
import { HeadgateError, isLoopback } from '../../base/index.ts';
import {
  type BytesWriter,
  openBytesWriter,
  type Parameters,
  parseParameters,
  parseWriteLocation,
  redactLocation,
  type S3Location,
} from '../../input/destination/index.ts';
import { abortReason, folderOfObject, pushFailed } from './object-path.ts';
import type { DestinationRules, ObjectWriter, OwnBuckets } from './object-writer.ts';

/** The host of the identity of a bucket of Amazon, whose names are unique in all regions. */
const AMAZON = 'amazonaws.com';

/** The host of the identity of the sandbox's buckets, whose port may differ after a restart. */
const SANDBOX = 'sandbox';

/**
 * Opens a bucket for writing; sends no request.
 * @throws HeadgateError with a code per mistake; its message contains no secret
 */
export async function openS3Writer(
  conf: string,
  own: OwnBuckets | undefined,
  rules: DestinationRules,
): Promise<ObjectWriter> {
  const location = await parseChecked(conf, own, rules);
  const { scheme, bucket, prefix, endpoint } = location;
  const isOwn = own !== undefined && endpoint === own.endpoint;
  const service = endpoint === undefined ? AMAZON : isOwn ? SANDBOX : endpoint.replace(/^https?:\/\//, '');
  let opened: Promise<BytesWriter> | undefined;
  return {
    identity: `${service}/${bucket}/${prefix.replace(/\/+$/, '')}`,
    display: location.display,
    needsProof: location.needsProof,
    put: async (day, name, bytes, signal) => {
      const folder = folderOfObject(prefix, day, name);
      const key = folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`;
      const object = `${scheme}://${bucket}/${key}`;
      try {
        signal.throwIfAborted();
        if (isOwn && rules.localBuckets === true) await own.ensure(bucket);
        opened ??= openBytesWriter(location);
        const writer = await opened;
        const put = () => writer.putBytes(key, bytes, contentTypeOf(name), signal);
        await (isOwn ? own.pass(put, signal) : put());
      } catch (error) {
        if (signal.aborted) throw pushFailed(object, abortReason(signal));
        throw error instanceof HeadgateError ? pushFailed(object, error.message) : error;
      }
      return key;
    },
    close: () => {
      // A failure to open was the result of put.
      opened?.then(
        (writer) => writer.close(),
        () => undefined,
      );
      opened = undefined;
    },
  };
}

/** Parses a destination, and checks what the platform requires where settings of this machine could replace it. */
async function parseChecked(
  conf: string,
  own: OwnBuckets | undefined,
  rules: DestinationRules,
): Promise<S3Location & Pick<ObjectWriter, 'needsProof'>> {
  const isS3 = /^s3:/i.test(conf);
  const reject = (code: string, reason: string): HeadgateError =>
    new HeadgateError(code, `cannot write to destination_conf ${redactLocation(conf)}: ${reason}`);
  if (isS3 && !/[?&]region=[^&/]/i.test(conf)) {
    throw reject('location-region', 'found no region, expected the region of the bucket; add ?region=<region>');
  }
  const location = await parseWriteLocation(conf, {}, 'destination_conf');
  const parameters = parseParameters(conf.slice(conf.indexOf('?') + 1));
  const isBucketOnly = isS3 && !parameters.endpoint;
  if (!isBucketOnly && !parameters['access-key-id']) {
    throw reject('location-keys', 'found no keys, expected access-key-id and secret-access-key; add both to the query');
  }
  const directed = inSandbox(location, parameters, own, rules);
  if (rules.allowRemote !== true && !isLocal(directed)) {
    const fix = parameters.endpoint
      ? 'start the sandbox with --allow-remote'
      : 'start the sandbox with --local-buckets to push to a bucket of the sandbox instead, or with --allow-remote';
    throw reject('location-remote', `the sandbox contacts no other machine; ${fix}`);
  }
  // The file with the token would be in a bucket that its owner does not read.
  const needsProof = isBucketOnly && rules.localBuckets !== true;
  return { ...directed, isDestinationConf: true, needsProof };
}

/** Without an endpoint, the bucket is one of Amazon. */
function isLocal({ endpoint }: S3Location): boolean {
  return endpoint !== undefined && isLoopback(new URL(endpoint));
}

/** Directs a location to a bucket of the sandbox if the platform's address of it is meant. */
function inSandbox(
  location: S3Location,
  parameters: Parameters,
  own: OwnBuckets | undefined,
  { localBuckets = false }: DestinationRules,
): S3Location {
  if (own === undefined || parameters.endpoint) return location;
  const { endpoint, region, accessKeyId, secretAccessKey } = own;
  const there = { ...location, endpoint, region, forcePathStyle: true };
  const asOwner = { ...there, accessKeyId, secretAccessKey };
  if (location.scheme === 'r2' && parameters['account-id'] === own.accountId) return there;
  return localBuckets || (location.scheme === 's3' && own.has(location.bucket)) ? asOwner : location;
}

/** An ownership challenge is plain text. */
function contentTypeOf(name: string): string {
  return name.endsWith('.gz') ? 'application/gzip' : 'text/plain';
}
