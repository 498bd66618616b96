// Converts the flags that write lines to a request: --emit of replay, --emit-changed of compare.
import { fileURLToPath } from 'node:url';
import type { EmitRequest } from '../analysis/emit/index.ts';
import { HeadgateError } from '../base/index.ts';
import { isAddress, redactLocation } from '../input/destination/index.ts';
import type { OutputFlags } from './flags/output-flags.ts';

/**
 * Converts the flags.
 * @param emit the value of the flag; undefined without it: the request is undefined, too
 * @param name of the flag, for messages
 * @throws HeadgateError `overwrite-alone`, `emit-unnamed`, `emit-parameters`, `emit-several`, `report-nowhere` (usage)
 */
export function emitRequest(
  emit: string | undefined,
  { overwrite = false, output }: { overwrite?: boolean; output: Pick<OutputFlags, 'format' | 'out'> },
  name: '--emit' | '--emit-changed' = '--emit',
): EmitRequest | undefined {
  if (emit === undefined) {
    if (!overwrite) return undefined;
    throw new HeadgateError('overwrite-alone', `cannot use --overwrite: found no ${name}, expected ${name} DIR`);
  }
  if (emit === '') {
    throw new HeadgateError(
      'emit-unnamed',
      `cannot use ${name}: found an empty name, expected a folder, such as ${name} pushed${name === '--emit' ? ', or - for standard output' : ''}; is a shell variable empty?`,
    );
  }
  if (/^file:\/\//i.test(emit)) return { kind: 'folder', folder: pathOf(emit), overwrite };
  if (isAddress(emit.trim())) return { kind: 'bucket', destination: emit, overwrite };
  if (emit !== '-') return { kind: 'folder', folder: plainFolder(emit), overwrite };
  if (name !== '--emit') {
    throw new HeadgateError(
      'emit-several',
      `cannot use ${name} -: found standard output, expected a folder or a bucket, which get a folder for each kind of lines`,
    );
  }
  if (output.out === undefined && output.format !== 'text') {
    throw new HeadgateError(
      'report-nowhere',
      `cannot print the report as ${output.format}: found --emit -, which writes lines to standard output, expected --out FILE`,
    );
  }
  return { kind: 'stream', write: writeRaw() };
}

/** Returns a writer to standard output that is loaded with the first chunk. */
function writeRaw(): (chunk: Buffer) => Promise<void> {
  let opened: Promise<(chunk: Uint8Array) => Promise<void>> | undefined;
  return async (chunk) => {
    opened ??= import('./stdio/result-writer.ts').then(({ openRawOutput }) => openRawOutput());
    await (await opened)(chunk);
  };
}

/** Rejects a bucket without its scheme, which would become a folder whose name contains the keys. */
function plainFolder(path: string): string {
  const redacted = redactLocation(path);
  if (redacted === path) return path;
  throw new HeadgateError(
    'emit-parameters',
    `cannot write to --emit ${redacted}: found bucket parameters after the name of a folder, expected a folder, or s3://<bucket>/<dir>?…`,
  );
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new HeadgateError(
      'emit-unnamed',
      'cannot use --emit: found a URL without a local path, expected file:///<path>, or the path',
    );
  }
}
