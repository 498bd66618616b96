// What a migration shows while it runs, on a terminal and elsewhere.
import { afterEach, expect, it, vi } from 'vitest';
import { createStepLine } from '../../../src/cli/stdio/step-line.ts';
import type { MigrationStep } from '../../../src/cloud/pools/index.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const STEPS: readonly MigrationStep[] = [
  { step: 'list', requests: 0 },
  { step: 'list', done: 150, total: 5000, requests: 3 },
  { step: 'backup', requests: 200 },
  { step: 'create', done: 2, total: 4, requests: 203 },
  { step: 'prove', requests: 205 },
  { step: 'clear', done: 75, total: 137, requests: 211 },
  { step: 'check', done: 137, total: 137, requests: 214 },
];

/** What is written to standard error during all steps, with a notice before the last one. */
function shownBy(isTerminal: boolean, quiet?: true): string {
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  let text = '';
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isTerminal, configurable: true });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  const line = createStepLine(quiet === undefined ? {} : { quiet });
  for (const step of STEPS.slice(0, -1)) {
    line.step(step);
    // Too soon after the one before.
    line.step({ ...step, requests: 9999 });
    now += 1000;
  }
  line.alwaysNotice('waiting 5 s: the limit of requests is near');
  line.step(STEPS.at(-1)!);
  line.end();
  line.end();
  if (before === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
  else Object.defineProperty(process.stderr, 'isTTY', before);
  return text;
}

const NOTICE = 'headgate: waiting 5 s: the limit of requests is near\n';

it('one line that is rewritten on a terminal, and notices above it', () => {
  expect(shownBy(true).split('\r\u001b[2K')).toEqual([
    '',
    'listing pools: 0 requests',
    'listing pools: 150 of 5,000 pools · 3 requests',
    'writing the backup: 200 requests',
    'creating policies: 2 of 4 policies · 203 requests',
    'reading policies back and comparing: 205 requests',
    'clearing pools: 75 of 137 pools · 211 requests',
    NOTICE,
    'listing pools again: 137 of 137 pools · 214 requests',
    '',
  ]);
});

it('elsewhere a line when a step begins', () => {
  expect(shownBy(false)).toBe(
    [
      'headgate: listing pools\n',
      'headgate: writing the backup\n',
      'headgate: creating policies\n',
      'headgate: reading policies back and comparing\n',
      'headgate: clearing pools\n',
      NOTICE,
      'headgate: listing pools again\n',
    ].join(''),
  );
});

it.each([true, false])('only notices with --quiet, since a wait may take minutes: terminal %j', (isTerminal) => {
  expect(shownBy(isTerminal, true)).toBe(NOTICE);
});
