// Boundaries of windows, chunks and lines: no byte may be lost there, and none may be read twice.
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectSameReport, type ObjectCase, type ReplayCase, SEEN } from '../../helpers/kernel/both-ways.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';

const { kernel } = await openKernel();

const PLAN: ReplayCase = {
  filters: [{ where: { kind: 'condition', key: 'EdgeResponseStatus', operator: 'geq', value: 500 } }],
  nullAs: 'unknown',
  range: {},
  samples: 2,
  detail: 'full',
};
const PLAIN: ObjectCase = { body: '', offset: 0, stored: 'plain', sizes: [2 ** 20], isCut: false };

function lines(bytes: number): string {
  let text = '';
  for (let n = 0; text.length < bytes; n += 1)
    text += `{"RayID":"${(n * 2654435761) % 4294967296}","EdgeResponseStatus":${499 + (n % 3)}}\n`;
  return text;
}

describe('a chunk ends where the window is full', () => {
  const body = lines(1_200_000);
  const inflatedBy = (stored: Buffer, bytes: number) =>
    gunzipSync(stored.subarray(0, bytes), { finishFlush: constants.Z_SYNC_FLUSH }).length;

  it.each([0, 1, 6])('gzip level %d', async (level) => {
    const stored = gzipSync(body, { level });
    // The fewest stored bytes that inflate to a full window.
    let [few, many] = [0, stored.length];
    while (few + 1 < many) {
      const middle = (few + many) >> 1;
      if (inflatedBy(stored, middle) < kernel.stepBytes()) few = middle;
      else many = middle;
    }
    for (const size of [many - 1, many, many + 1]) {
      await expectSameReport(PLAN, { ...PLAIN, body, stored: level, sizes: [size] });
    }
  });
});

describe('the last line has no end', () => {
  const full = kernel.stepBytes();
  const one = `{"k":"${'x'.repeat(991)}"}\n`;
  const rows = [0, 100, 523, 524, 525, 1000, 1048].flatMap((before) =>
    [-1, 0, 1].map((more) => ({ before, lineBytes: full + more - before * one.length, more })),
  );
  it.each(rows)('$lineBytes bytes of a window and $more', async ({ before, lineBytes }) => {
    const body = `${one.repeat(before)}{"long":"${'x'.repeat(lineBytes - 11)}"}`;
    for (const stored of ['plain', 'file', 0, 6] as const) await expectSameReport(PLAN, { ...PLAIN, body, stored });
  });
});

describe('lines over the limit', () => {
  const line = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
  it.each([65, 80, 81, 200, 1000])('the limit is 80 bytes, the line has %d', async (bytes) => {
    SEEN.ways.clear();
    for (const end of ['\n', '\r\n', '']) {
      for (const size of [7, 80, 81, 5000]) {
        const body = `{"a":1}\n${line(bytes)}${end}`;
        await expectSameReport(
          { ...PLAN, samples: 0 },
          { ...PLAIN, offset: 65_536, body, sizes: [size], maxLineBytes: 80 },
        );
      }
    }
    expect(SEEN.ways.has('long')).toBe(bytes >= 80);
  });

  it('16 MiB, and one byte more', async () => {
    const most = 16 * 2 ** 20;
    const body = `${lines(70_000)}${line(most)}\n${line(most + 1)}\n${line(most)}\r\n${lines(1000)}${line(most)}`;
    await expectSameReport(PLAN, { ...PLAIN, body, sizes: [200_000] });
    await expectSameReport(PLAN, { ...PLAIN, body, stored: 'file', sizes: [2 ** 20] });
  });
});

describe('lines of about a window', () => {
  const megabyte = 2 ** 20;
  it.each([
    megabyte - 1,
    megabyte,
    megabyte + 1,
    megabyte + 2,
    2 * megabyte - 1,
    2 * megabyte,
    2 * megabyte + 1,
    3_000_000,
  ])('%d bytes', async (bytes) => {
    const body = `{"RayID":"1"}\n{"k":"${'x'.repeat(bytes - 8)}"}\n`.repeat(2) + lines(1000);
    for (const stored of ['plain', 'file', 6] as const) {
      for (const size of [100_003, 2 ** 20]) {
        await expectSameReport(PLAN, { ...PLAIN, offset: 70_000, body, stored, sizes: [size] });
      }
    }
  });
});
