// Describes a sample or an estimate in sentences: line counts, objects read, and problems in the data.
import { printable, printCount, printPlural, printShare } from '../../base/index.ts';
import type { LinesTotal, Problem } from '../../input/scan/index.ts';
import type { SampledSource, SampleResult } from '../../verbs/index.ts';
import { present } from '../page/page.ts';
import { unwrappedRemark } from '../page/unwrapped-lines.ts';

/** Maximum problems shown per code; `--format json` contains more. */
const PROBLEMS_SHOWN = 3;
const VERDICTS = {
  keep: 'that the filter keeps',
  drop: 'that the filter drops',
  undecided: 'that the filter leaves undecided',
};
const SPREADS = { all: '', object: ', evenly over objects', time: ', evenly over time' };

/** Describes the size and the kind of a sample. */
export function sampleRemarks(result: SampleResult): string[] {
  const { sample, drawnFrom, wanted, verdict, spread, seed, source } = result;
  const kind = verdict === null ? 'line' : `line ${VERDICTS[verdict]}`;
  const kinds = verdict === null ? 'lines' : `lines ${VERDICTS[verdict]}`;
  const found = sample.length === 0 ? `no ${kinds}` : `all ${printPlural(sample.length, kind, kinds)}`;
  const drawn =
    sample.length < wanted
      ? `${found}, ${printCount(wanted)} requested`
      : `${printCount(sample.length)} of ${printPlural(drawnFrom.lines, kind, kinds)}${SPREADS[spread]}, seed ${seed}`;
  return present(
    result.partial && 'PARTIAL: interrupted; drawn from the data read so far',
    drawn,
    ...readRemark(source, result.partial),
  );
}

function readRemark({ objects, objectsInAll, bytes, bytesInAll }: SampledSource, isPartial: boolean): string[] {
  if (objects >= objectsInAll) return [];
  const ofBytes = bytesInAll === null ? '' : `, ${printShare(bytes, bytesInAll)} of the stored bytes`;
  const read = `read ${printCount(objects)} of ${printPlural(objectsInAll, 'object')} (${printShare(objects, objectsInAll)}${ofBytes})`;
  if (isPartial) return [read];
  return [
    `${read}: a two-stage cluster sample; lines of the same object are similar, which makes it less precise than as many lines drawn from all objects`,
  ];
}

/** Describes excluded lines and problems in the data. */
export function sourceRemarks({
  lines,
  problems,
  problemCounts,
}: {
  lines: LinesTotal;
  problems: readonly Problem[];
  problemCounts: Readonly<Record<string, number>>;
}): string[] {
  const left = [
    [lines.outside, 'outside the time range'],
    [lines.malformed, 'malformed'],
    [lines.blank, 'blank'],
  ] as const;
  const shown = left.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
  return present(
    shown.length !== 0 && `excluded lines: ${shown.join(', ')}`,
    ...unwrappedRemark(lines).map(printable),
    ...problemRemarks({ problems, problemCounts }),
  );
}

/** Describes the first problems of each code, and counts the others. */
export function problemRemarks({
  problems,
  problemCounts,
}: {
  problems: readonly Problem[];
  problemCounts: Readonly<Record<string, number>>;
}): string[] {
  return Object.entries(problemCounts).flatMap(([code, count]) => {
    const first = problems.filter((problem) => problem.code === code).slice(0, PROBLEMS_SHOWN);
    const more = count - first.length;
    return present(
      ...first.map(({ object, offset, message }) =>
        printable(`${code}: ${object} at byte ${printCount(offset)}: ${message}`),
      ),
      more > 0 && `${code}: ${printCount(more)} more`,
    );
  });
}
