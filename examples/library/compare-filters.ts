// Replays two filters over stored logs and prints a table of what each keeps.
//
//   npx node examples/library/compare-filters.ts samples/logs
import { HeadgateError, replay } from 'headgate';

const FILTERS = [
  'EdgeResponseStatus >= 500',
  'EdgeResponseStatus >= 400 and not starts_with(ClientRequestPath, "/static/")',
];

const sources = process.argv.slice(2);
try {
  const { jobs = [], lines } = await replay({ sources, filters: FILTERS });
  const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`;
  console.table(
    jobs.map(({ kept, dropped, undecided }, index) => ({
      filter: FILTERS[index],
      'kept lines': kept.lines,
      share: percent(kept.lines, lines.read),
      'kept bytes': percent(kept.bytes, kept.bytes + dropped.bytes + undecided.bytes),
      undecided: undecided.lines,
    })),
  );
} catch (error) {
  if (!(error instanceof HeadgateError)) throw error;
  console.error(error.message);
  process.exitCode = error.kind === 'negative' ? 1 : 2;
}
