// Requests → the lines of a job, endless and fast: for the samples and for benchmark input of any size.
import { type Request, streamRequests } from '../../src/sandbox/traffic/shop/index.ts';
import { fieldText } from './field-text.ts';
import { ALL_REQUESTS, type SampleJob } from './sample-job.ts';

/** Options of {@link generateLines}. */
export interface LineOptions {
  /** Any integer. @default 1 */
  seed?: number;
  /** @default ALL_REQUESTS */
  job?: SampleJob;
  /** Number of lines. @default unlimited */
  count?: number;
  /** Stops after the line that reaches this size, in UTF-16 units (about as many bytes). @default unlimited */
  size?: number;
  /** Traffic as a multiple of the samples'; a larger value packs more lines into each day. @default 1 */
  scale?: number;
}

/** Creates a function that prints a request as a line of the job, with its line feed. */
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

/**
 * Generates the lines that a job pushes, in the order in which they are logged. The same options give the same lines,
 * without end unless limited.
 */
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
