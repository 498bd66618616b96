// Describes an index. Prints nothing.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HeadgateError } from '../../base/index.ts';
import { isIndex } from '../../input/columns/index.ts';
import type { Location } from '../../input/destination/index.ts';
import { coverageOf, Manifest, type ObjectState } from '../../input/manifest/index.ts';
import type { IndexReport } from './index-report.ts';

/** The error of a folder that is no index. */
export function noIndexError(action: 'read' | 'update', folder: string): HeadgateError {
  return new HeadgateError(
    'index-missing',
    `cannot ${action} the index ${folder}: found no index there, expected a folder that headgate index has written; run headgate index <source> --out ${folder}`,
  );
}

/** Describes an index. @throws HeadgateError `index-missing`, `index-invalid` */
export function describeIndex(folder: string): IndexReport {
  if (!isIndex(folder)) throw noIndexError('read', folder);
  const manifest = Manifest.open(folder, 'read');
  try {
    const { settings, listings, created } = manifest;
    const coverages = [...manifest.locations().keys()].map((id) =>
      coverageOf(
        listings.filter(({ location }) => location === id),
        {},
      ),
    );
    const all = manifest.objects();
    const count = (state: ObjectState): number => all.filter((object) => object.state === state).length;
    const runs = [...manifest.runs().values()].flat();
    const parts = [...manifest.parts().values()];
    return {
      version: 1,
      partial: false,
      ...{ folder, dataset: settings.dataset, without: settings.without },
      asOf: coverages.flatMap(({ asOf }) => asOf ?? []).sort()[0] ?? created,
      covered: coverages.every(({ isComplete }) => isComplete),
      sources: [...manifest.locations<Location>().values()].map(({ display }) => display),
      objects: { columns: count('columns'), stored: count('stored'), waiting: count('waiting') },
      lines: runs.reduce((sum, { first, last }) => sum + last - first, 0),
      objectBytes: all.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      indexBytes: readdirSync(folder).reduce((sum, name) => sum + (sizeOf(join(folder, name)) ?? 0), 0),
      parts: parts.length,
      lostParts: parts.filter(({ file, size }) => sizeOf(join(folder, file)) !== size).length,
    };
  } finally {
    manifest.close();
  }
}

/** Undefined without the file: a build removes some at any time. */
function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
