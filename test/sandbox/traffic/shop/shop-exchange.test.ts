// The line of a shop's exchange, written by src/sandbox and src/language/output, equals the line that the generator of the samples
// prints independently.
import { describe, expect, it } from 'vitest';
import { compileLine, RULESET, SAMPLE_JOBS } from '../../../../samples/generator/index.ts';
import { createLineOutput } from '../../../../src/analysis/emit/index.ts';
import { parseJson } from '../../../../src/base/index.ts';
import { LIMITS, readRuleset } from '../../../../src/language/custom-fields/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { createLineBuilder } from '../../../../src/sandbox/line/line-builder.ts';
import { type Request, shopExchange, streamRequests } from '../../../../src/sandbox/traffic/shop/index.ts';

const dataset = getDataset('http_requests');
const limits = LIMITS.classic;
const { ruleset } = readRuleset(JSON.stringify(RULESET), 'ruleset.json', limits);
/** Enough to reach scanners, redirects and the attack of the third day. */
const REQUESTS = 6000;

function requests(): Request[] {
  const found: Request[] = [];
  for (const request of streamRequests({ seed: 11, scale: 0.3 })) {
    found.push(request);
    if (found.length === REQUESTS) break;
  }
  return found;
}
const all = requests();

describe('lines equal those of the generator', () => {
  it.each(SAMPLE_JOBS.map((job) => [job.name, job] as const))('%s', (_, job) => {
    const lines = createLineBuilder({ dataset, ruleset, limits, fields: job.fieldNames });
    const output = createLineOutput(
      {
        field_names: [...job.fieldNames],
        timestamp_format: job.timestampFormat,
        'CVE-2021-44228': job.isCveRewritten,
      },
      dataset,
    );
    const print = compileLine(job);
    const differing: [found: unknown, expected: unknown][] = [];
    for (const request of all) {
      const found = output.print(lines.build(shopExchange(request), 0)).toString();
      const expected = print(request);
      if (!request.isEscaped && found !== expected) differing.push([found, expected]);
      // The generator escapes more than necessary on purpose: the values are equal.
      else if (request.isEscaped) expect(parseJson(found)).toEqual(parseJson(expected));
    }
    expect(differing).toEqual([]);
    expect(output.lacking()).toEqual([]);
  });

  it('of requests of every kind', () => {
    const paths = new Set(all.map(({ target }) => target.path));
    expect([...paths].some((path) => path.includes('${'))).toBe(true);
    expect(all.some(({ answer }) => answer.isRedirected)).toBe(true);
    expect(all.some(({ client }) => (client.cookies.prefs?.length ?? 0) > 7000)).toBe(true);
    expect(all.some(({ isEscaped }) => isEscaped)).toBe(true);
  });
});

it('shifts both times of an exchange and keeps the digits below the millisecond', () => {
  for (const request of all.slice(0, 100)) {
    const [one, shifted] = [shopExchange(request), shopExchange(request, 12_345)];
    expect(shifted.timestamp! - one.timestamp!).toBe(12_345_000_000n);
    const [end, later] = [one, shifted].map(({ fields }) => fields!.EdgeEndTimestamp as bigint);
    expect(later! - end!).toBe(12_345_000_000n);
    expect({ ...shifted, timestamp: 0, fields: 0 }).toEqual({ ...one, timestamp: 0, fields: 0 });
  }
});
