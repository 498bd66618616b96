// Writes the project of the edge script into a folder. Replaces nothing, uses no network, and prints nothing.
import { lstat, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeReasonIn } from '../../base/file/index.ts';
import { HeadgateError, writeReason } from '../../base/index.ts';
import { makeFolder } from '../../input/destination/index.ts';
import {
  BUCKET_NAME,
  DEFAULT_PROJECT,
  deployCommands,
  type EdgeFile,
  edgeProject,
  KEY_PREFIX,
  SCRIPT_NAME,
} from '../../sandbox/edge/index.ts';
import { checkName } from '../request/check-value.ts';

/** What to write, and where. */
export interface InitEdgeRequest {
  /** Created with its parents if it does not exist. */
  folder: string;
  /** Name of the R2 bucket. @default 'logs' */
  bucket?: string | undefined;
  /** Name of the Worker. @default 'headgate-edge' */
  name?: string | undefined;
  /**
   * Prefixes of object keys that requests with the auth key or the read key read, such as `http_requests/`. @default none: the script serves
   * no object until its owner adds some
   */
  prefixes?: readonly string[] | undefined;
}

/** What was written. */
export interface EdgeInit {
  version: 1;
  folder: string;
  bucket: string;
  name: string;
  prefixes: readonly string[];
  /** The written files, relative to `folder`. */
  files: { name: string; purpose: string; bytes: number }[];
  /** The commands that deploy the script, to be run in `folder`. */
  commands: string[];
}

/**
 * Writes a project that deploys the edge script: the script as one TypeScript file, the settings, and a README.
 * @throws HeadgateError `usage` for an invalid name or prefix, or an empty folder; `edge-exists` if one of the files exists: then nothing is written;
 *   `edge-init-failed` if a file cannot be written: then the files written before it are removed
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { dirname, join } from 'node:path';
 * import { initEdge } from 'headgate';
 *
 * const folder = join(mkdtempSync(join(tmpdir(), 'edge-')), 'edge');
 * const { files, commands } = await initEdge({ folder, bucket: 'http-logs', prefixes: ['http_requests/'] });
 * console.log(files.map(({ name }) => name).join(' '));
 * // => worker.ts wrangler.jsonc README.md package.json tsconfig.json .gitignore
 * console.log(commands.at(-1)); // => npx wrangler secret put AUTH_KEY_SECRET
 * ```
 */
export async function initEdge({
  folder,
  bucket = DEFAULT_PROJECT.bucket,
  name = DEFAULT_PROJECT.name,
  prefixes = DEFAULT_PROJECT.prefixes,
}: InitEdgeRequest): Promise<EdgeInit> {
  if (folder === '') throw new HeadgateError('usage', 'cannot use folder: found an empty name, expected a folder');
  checkName('bucket', bucket, BUCKET_NAME);
  checkName('name', name, SCRIPT_NAME);
  for (const prefix of prefixes) checkName('prefix', prefix, KEY_PREFIX);
  const files = edgeProject({ bucket, name, prefixes });
  await rejectExisting(folder, files);
  await prepareFolder(folder);
  await writeFiles(folder, files);
  return {
    version: 1,
    ...{ folder, bucket, name, prefixes: [...prefixes] },
    files: files.map(({ name, purpose, text }) => ({ name, purpose, bytes: Buffer.byteLength(text) })),
    commands: deployCommands({ bucket }),
  };
}

async function rejectExisting(folder: string, files: readonly EdgeFile[]): Promise<void> {
  const found: string[] = [];
  for (const { name } of files) if (await exists(join(folder, name))) found.push(name);
  if (found.length > 0) throw alreadyThere(folder, found);
}

/** Whether a name is taken, also by a symbolic link to nothing. A folder that cannot be read fails later, with its reason. */
async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw initFailed(
      `cannot create the folder ${folder}: ${writeReasonIn(dirname(folder), error, 'choose another folder')}`,
      error,
    );
  }
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw initFailed(
    `cannot write the edge script to ${folder}: it is ${found === undefined ? 'a link to nothing' : 'a file'}; choose another folder`,
    undefined,
  );
}

/** Writes all files, or none: removes those already written if one fails. */
async function writeFiles(folder: string, files: readonly EdgeFile[]): Promise<void> {
  const written: string[] = [];
  for (const { name, text } of files) {
    try {
      const file = await open(join(folder, name), 'wx');
      written.push(name);
      await file.writeFile(text).finally(() => file.close());
    } catch (error) {
      const left = await removeFiles(folder, written);
      const kept = left.length === 0 ? 'no file was left there' : `these were left there: ${left.join(', ')}`;
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(folder, [name], kept);
      throw initFailed(`cannot write ${join(folder, name)}: ${writeReason(error)}; ${kept}`, error);
    }
  }
}

/** @returns the names of the files that could not be removed */
async function removeFiles(folder: string, names: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const name of names) {
    await rm(join(folder, name)).catch(() => {
      left.push(name);
    });
  }
  return left;
}

function alreadyThere(folder: string, names: readonly string[], kept = 'nothing was written'): HeadgateError {
  return new HeadgateError(
    'edge-exists',
    `cannot write the edge script to ${folder}: the folder already has ${names.join(', ')}; ${kept}; choose another folder`,
  );
}

function initFailed(message: string, cause: unknown): HeadgateError {
  return new HeadgateError('edge-init-failed', message, { cause });
}
