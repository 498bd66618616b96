// Proves that the account owns a destination: finds the token that the API asks for. The token never appears in a message.
import { resolve, sep } from 'node:path';
import { HeadgateError } from '../../base/index.ts';
import type { ManagementApi, Scope } from '../../cloud/api/index.ts';
import {
  DATE_PLACEHOLDER,
  type Location,
  type LocationOptions,
  ObjectReadError,
  openDestination,
  parseDestinationConf,
  parseLocation,
  redactLocation,
} from '../../input/destination/index.ts';

/** The question for a token that headgate cannot read itself. */
export interface OwnershipQuestion {
  /** Key of the file in its bucket. */
  file: string;
  /** Without secrets. */
  destination: string;
  /** Why headgate cannot read the file. */
  reason: string;
}

/** Returns the content of the file; undefined without a terminal to ask on. */
export type AskOwnership = (question: OwnershipQuestion) => Promise<string | undefined>;

/** Where tokens come from. */
interface TokenSources {
  api: ManagementApi;
  scope: Scope;
  destinationConf: string;
  /** `ownership_challenge` of the job file. */
  given: string | undefined;
  /** Settings of the bucket. */
  connection: LocationOptions;
  askOwnership: AskOwnership | undefined;
}

/** Three parts of base64url: a JSON web token. docs/platform.md, "Management API". */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Largest file with a token; a token has about 1 kB. Bytes. */
const MAX_TOKEN_BYTES = 16 * 1024;

/**
 * Returns a token: that of the job file if the API accepts it; else requests a file, and reads it from the destination or asks for its
 * content.
 * @throws HeadgateError `ownership-token` with the file to read
 */
export async function findOwnershipToken(sources: TokenSources): Promise<string> {
  const { api, scope, destinationConf, given, connection, askOwnership } = sources;
  if (given !== undefined && (await isAccepted(api, scope, destinationConf, given))) return given;
  const file = await api.requestOwnership(scope, destinationConf);
  const found = await readToken(destinationConf, file, connection);
  if ('token' in found) return found.token;
  const destination = redactLocation(destinationConf);
  const asked = (await askOwnership?.({ file, destination, reason: found.reason }))?.trim();
  if (asked !== undefined && TOKEN.test(asked)) return asked;
  const fix = 'read the token from that file and add it to the job file as "ownership_challenge"';
  throw new HeadgateError(
    'ownership-token',
    asked === undefined || asked === ''
      ? `cannot prove the ownership of ${destination}: headgate cannot read the file ${file} in it (${found.reason}); grant access to it, or ${fix}`
      : `cannot prove the ownership of ${destination}: found a text that is not a token, expected the content of the file ${file}; ${fix}`,
  );
}

/** A token of an earlier run may have expired, or belong to another destination. */
async function isAccepted(api: ManagementApi, scope: Scope, destinationConf: string, token: string): Promise<boolean> {
  try {
    await api.checkOwnership(scope, destinationConf, token);
    return true;
  } catch (error) {
    if (error instanceof HeadgateError && error.kind === 'negative') return false;
    throw error;
  }
}

/** Reads the file. Returns only text that is a token: whatever else the API names is neither read to its end nor sent. */
async function readToken(
  destinationConf: string,
  file: string,
  connection: LocationOptions,
): Promise<{ token: string } | { reason: string }> {
  try {
    const { location, name, key } = await placeOf(destinationConf, file, connection);
    const destination = await openDestination(location);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of destination.open({ name, key })) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_TOKEN_BYTES) break;
    }
    const text = Buffer.concat(chunks).toString().trim();
    return TOKEN.test(text) ? { token: text } : { reason: 'its content is not a token' };
  } catch (error) {
    if (error instanceof HeadgateError || error instanceof ObjectReadError) return { reason: error.message };
    throw error;
  }
}

/** The location that contains the file. A local folder must contain it. */
async function placeOf(
  destinationConf: string,
  file: string,
  connection: LocationOptions,
): Promise<{ location: Location; name: string; key: string }> {
  const location = await parseDestinationConf(destinationConf, connection).catch((error: unknown) => {
    // The folder itself may not exist yet: the file is below a part of it.
    if (isLocal(destinationConf)) return undefined;
    throw error;
  });
  if (location?.kind === 's3') {
    const { scheme, bucket } = location;
    return { location: { ...location, isDestinationConf: true }, name: `${scheme}://${bucket}/${file}`, key: file };
  }
  const folder = resolve(destinationConf.replace(/^file:\/\//i, '').split(DATE_PLACEHOLDER)[0]!);
  const path = resolve(file);
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
    throw new HeadgateError('ownership-file', 'the API names a file outside the destination');
  }
  return { location: await parseLocation(path), name: path, key: path };
}

function isLocal(destinationConf: string): boolean {
  return /^file:\/\//i.test(destinationConf) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(destinationConf);
}
