// Plans the output of --emit-changed: folders for newly kept, newly dropped and undecided lines of each comparison. Writes nothing.
import { type EmitJob, type EmitRequest, jobFolders } from '../../analysis/emit/index.ts';
import { HeadgateError } from '../../base/index.ts';

/** Folders of the lines of a comparison, in the order of the outputs of `askComparison`. */
const FOLDERS = ['newly-kept', 'newly-dropped', 'undecided'] as const;

/** Returns the outputs of comparisons with new filters of these names. @throws HeadgateError `emit-several` for a stream */
export function changedOutputs(request: EmitRequest, names: readonly string[]): EmitJob[] {
  if (request.kind === 'stream') {
    throw new HeadgateError(
      'emit-several',
      'cannot use --emit-changed -: found standard output, expected a folder or a bucket, which get a folder for each kind of lines',
    );
  }
  const above = names.length === 1 ? [''] : jobFolders(names).map((name) => `${name}/`);
  return above.flatMap((folder) => FOLDERS.map((kind) => ({ folder: `${folder}${kind}`, options: undefined })));
}

/** Returns an error about `--emit` as one about `--emit-changed`, which writes in the same way; any other error unchanged. */
export function namingEmitChanged(error: unknown): unknown {
  if (!(error instanceof HeadgateError)) return error;
  const { code, message, kind, endsRun, retryAfterMs, details, cause } = error;
  const named = message.replace(/--emit(?=\s)/, '--emit-changed');
  return new HeadgateError(code, named, { kind, endsRun, retryAfterMs, details, cause });
}
