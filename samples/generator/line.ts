// Requests → the lines a job pushes, endlessly and fast: for the samples and for benchmark input of any size.
import { fieldText } from './field-text.ts';
import type { Request } from './request.ts';
import { ALL_REQUESTS, type SampleJob } from './sample-job.ts';
import { streamRequests } from './stream.ts';

/** What fixes a run of {@link generateLines}. */
export interface LineOptions {
  /** Any integer. @default 1 */
  seed?: number;
  /** @default ALL_REQUESTS */
  job?: SampleJob;
  /** Ends after this many lines. @default no bound */
  count?: number;
  /** Ends with the line that reaches this many UTF-16 units, which is about as many bytes. @default no bound */
  size?: number;
  /** Times the traffic of the samples; larger keeps many lines within fewer days. @default 1 */
  scale?: number;
}

/** A function that prints a request as a line of the job, with its line feed. */
export function compileLine(job: SampleJob): (request: Request) => string {
  const parts = job.fieldNames.map((name, index) => ({
    lead: `${index === 0 ? '{' : ','}"${name}":`,
    text: fieldText(name, job.timestampFormat),
  }));
  return (request) => {
    let line = '';
    for (const { lead, text } of parts) line += lead + text(request);
    if (job.isCveRewritten && line.includes('${')) line = line.replaceAll('${', 'x{');
    return `${line}}\n`;
  };
}

/** The lines a job pushes, in the order in which they are logged. The same options give the same lines; they never run out by themselves. */
export function* generateLines(options: LineOptions): Generator<string, void> {
  const { seed = 1, job = ALL_REQUESTS, count = Infinity, size = Infinity, scale = 1 } = options;
  const print = compileLine(job);
  let lines = 0;
  let units = 0;
  if (count <= 0 || size <= 0) return;
  for (const request of streamRequests({ seed, scale })) {
    if (!job.accepts(request)) continue;
    const line = print(request);
    yield line;
    lines += 1;
    units += line.length;
    if (lines >= count || units >= size) return;
  }
}
