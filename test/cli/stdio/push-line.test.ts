// What a sandbox shows while it pushes, on a terminal and elsewhere.
import { afterEach, expect, it, vi } from 'vitest';
import { createPushLine } from '../../../src/cli/stdio/push-line.ts';
import type { PushEvent, PushTotals } from '../../../src/sandbox/index.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const batch = { jobId: 1, job: 'bots', object: 'x/20261122/1.log.gz', lines: 1200, bytes: 9e5, storedBytes: 45_600 };
const EVENTS: readonly PushEvent[] = [
  { kind: 'pushed', ...batch },
  { kind: 'retry', attempt: 2, message: 'no server\u001b[2J', ...batch },
  { kind: 'lost', message: 'no server', ...batch, lines: 1 },
  { kind: 'unusable', message: 'no filter', jobId: 1, job: 'bots' },
];
const LOST = 'headgate: warning: lost x/20261122/1.log.gz: bots, 1 line, 45.6 kB: no server\n';
const OTHERS = [
  'headgate: warning: retry 2 of bots: 1,200 lines, 45.6 kB: no server\\u001b[2J\n',
  LOST,
  'headgate: warning: cannot push bots: no filter\n',
];
const PUSHED = 'headgate: pushed bots: 1,200 lines, 45.6 kB, x/20261122/1.log.gz\n';

/** What is written to standard error during two updates of the line with all events before them. */
function shownBy(isTerminal: boolean, quiet?: true): string {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let text = '';
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isTerminal, configurable: true });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  let exchanges = 0;
  const job = { id: 1, name: 'bots', batches: 2, lines: 2400, storedBytes: 91_200, lostBatches: 1, lostLines: 1 };
  const totals = (): PushTotals => {
    exchanges += 600;
    return { exchanges, jobs: [job, job] };
  };
  const line = createPushLine(quiet === undefined ? {} : { quiet });
  line.start(totals);
  EVENTS.forEach(line.event);
  vi.advanceTimersByTime(1000);
  line.end();
  vi.advanceTimersByTime(5000);
  if (before === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
  else Object.defineProperty(process.stderr, 'isTTY', before);
  return text;
}

it('one line for each event, if standard error is not a terminal', () => {
  expect(shownBy(false)).toBe([PUSHED, ...OTHERS].join(''));
});

it('one line that is rewritten on a terminal, and retries and losses above it', () => {
  const figures = 'pushed 4 batches · 4,800 lines · 182 kB · 2 lost · 1,200 exchanges/s';
  const written = shownBy(true).split('\r\u001b[2K');
  expect(written).toEqual(['', ...OTHERS, figures, figures, '']);
});

it.each([true, false])('only losses with --quiet: terminal %j', (isTerminal) => {
  expect(shownBy(isTerminal, true)).toBe(LOST);
});
