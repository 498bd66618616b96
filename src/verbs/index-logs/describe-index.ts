// Describes an index. Prints nothing.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HeadgateError } from '../../base/index.ts';
import { isIndex, lacksManifest, NO_MANIFEST } from '../../input/columns/index.ts';
import type { Location } from '../../input/destination/index.ts';
import { Manifest, type ObjectState } from '../../input/manifest/index.ts';
import type { IndexReport } from './index-report.ts';

/** Describes an index. @throws HeadgateError `index-missing`, `index-invalid` */
export function describeIndex(folder: string): IndexReport {
  if (lacksManifest(folder))
    throw new HeadgateError('index-missing', `cannot read the index ${folder}: ${NO_MANIFEST}`);
  if (!isIndex(folder)) {
    throw new HeadgateError(
      'index-missing',
      `cannot read the index ${folder}: found no index there, expected a folder that headgate index has written; run headgate index <source> --out ${folder}`,
    );
  }
  const manifest = Manifest.open(folder, 'read');
  try {
    const { settings, asOf } = manifest;
    const all = manifest.objects();
    const count = (state: ObjectState): number => all.filter((object) => object.state === state).length;
    const runs = [...manifest.runs().values()].flat();
    return {
      version: 1,
      partial: false,
      ...{ folder, dataset: settings.dataset, asOf, without: settings.without },
      sources: [...manifest.locations().values()].map((content) => (JSON.parse(content) as Location).display),
      objects: { columns: count('columns'), stored: count('stored'), waiting: count('waiting') },
      lines: runs.reduce((sum, { first, last }) => sum + last - first, 0),
      objectBytes: all.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      indexBytes: readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
      parts: manifest.parts().size,
    };
  } finally {
    manifest.close();
  }
}
