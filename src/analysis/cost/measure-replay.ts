// Measures the stored sizes of a replay's filters, and of all lines, after its pass.
import { withoutFailed } from '../../input/objects/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { selectionOf } from '../../language/filter/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import type { PushSettings } from '../../language/output/index.ts';
import { type Sample, selectionText } from '../aggregates/index.ts';
import type { NamedFilter, Question, ShownLines } from '../query/index.ts';
import type { Report } from '../replay/index.ts';
import { type MeasureRequest, measureStored } from './measure-stored.ts';
import { MAX_DRAWS, type MeasureLimits } from './plan-runs.ts';
import type { StoredSizes } from './stored-sizes.ts';

/** A replay that has ended. */
export interface MeasuredReplay extends Pick<MeasureRequest, 'range' | 'reading' | 'nullAs' | 'signal'> {
  dataset: Dataset;
  report: Report;
  /** Every line, with `MAX_DRAWS` samples. */
  all: ShownLines;
  filters: readonly NamedFilter[];
  /** By filter, what {@link askDrawn} asks for. */
  drawn: readonly (readonly Sample[])[];
  /** By filter, what its job pushes of the lines of the source. @default its settings */
  pushes?: readonly Pick<PushSettings, 'sampleRate'>[] | undefined;
  listing: Pick<SourceListing, 'objects'>;
  /** `sample_rate` of the job that wrote the source. @default 1 */
  sampleRate?: number | undefined;
  /** @default DEFAULT_LIMITS */
  limits?: MeasureLimits | undefined;
}

/** Asks for the lines that the sizes of filters are measured on, by filter: samples of those that each keeps. */
export function askDrawn(filters: readonly Pick<NamedFilter, 'reading'>[]): Question<readonly (readonly Sample[])[]> {
  const aggregates = filters.map(
    ({ reading }) =>
      ({ kind: 'sample', of: selectionText(selectionOf(reading.filter)), verdict: 'kept', limit: MAX_DRAWS }) as const,
  );
  return { aggregates, of: (answers) => aggregates.map((asked) => answers.of(asked)) };
}

/**
 * Measures the sizes. Of a sampled source, all kept lines are measured: the hash that selected them may be the one that would select them again.
 * @returns undefined if nothing was measured, as {@link measureStored}
 */
export async function measureReplay(replayed: MeasuredReplay): Promise<StoredSizes | undefined> {
  const { report, all, filters, drawn, pushes = [], listing, sampleRate = 1 } = replayed;
  if (report.partial) return undefined;
  const { bytes } = report.lines;
  const { lost } = report.source;
  const objects = lost.length === 0 ? listing.objects : withoutFailed(listing.objects, lost);
  // Lines of an object that failed after its beginning are counted, and cannot be read again.
  const failed = lost.filter(({ offset }) => offset > 0).map(({ object }) => ({ object: { name: object } }));
  if (withoutFailed(failed, lost).length < failed.length) return undefined;
  const measured = await measureStored({
    ...replayed,
    source: { objects, bytes, storedBytes: report.source.bytes },
    lines: [
      { selection: 'every', options: undefined, kept: all, drawn: all.samples },
      ...(report.jobs ?? []).map(({ kept }, index) => ({
        selection: selectionOf(filters[index]!.reading.filter),
        options: withRate(filters[index]!.job?.outputOptions, sampleRate < 1 ? 1 : pushes[index]?.sampleRate),
        kept,
        drawn: drawn[index]!,
      })),
    ],
  });
  if (measured === undefined) return undefined;
  const [ofAll = null, ...jobs] = measured.sizes;
  return { sampling: measured.sampling, all: ofAll, jobs };
}

function withRate(options: OutputOptions | undefined, sampleRate: number | undefined): OutputOptions | undefined {
  return options === undefined || sampleRate === undefined ? options : { ...options, sample_rate: sampleRate };
}
