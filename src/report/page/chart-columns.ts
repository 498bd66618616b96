// Groups the hours of a chart into the columns that a format has space for.
import { MS_PER_HOUR } from '../../base/index.ts';
import type { Chart } from './page.ts';

/** Hours that share a column. */
export interface ChartColumn {
  /** Of the first hour that has lines; without lines, of the first hour. */
  startMs: number;
  /** Sums of each series. */
  amounts: number[];
  /** At least one hour has no line. */
  isMissing: boolean;
  /** No hour has a line. */
  isEmpty: boolean;
}

/** @param size hours of a column @param before hours of the first column that the chart does not have */
export function chartColumns({ startMs, series, hours }: Chart, size: number, before = 0): ChartColumn[] {
  return Array.from({ length: Math.ceil((before + hours.length) / size) }, (_, index) => {
    const start = Math.max(0, index * size - before);
    const part = hours.slice(start, (index + 1) * size - before);
    const first = part.findIndex((hour) => hour !== null);
    return {
      startMs: startMs + (start + Math.max(0, first)) * MS_PER_HOUR,
      amounts: series.map((_one, at) => part.reduce((sum, hour) => sum + (hour?.[at] ?? 0), 0)),
      isMissing: part.includes(null),
      isEmpty: first < 0,
    };
  });
}
