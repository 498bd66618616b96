// The line on a terminal while requests are retried.
import { afterEach, expect, it, vi } from 'vitest';
import { createProgressLine } from '../../../src/cli/stdio/progress-line.ts';
import { countRetrying } from '../../../src/input/destination/bucket/request-tries.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What a progress line writes to standard error. */
function shownBy(isTerminal: boolean, use: (line: ReturnType<typeof createProgressLine>) => void): string {
  let text = '';
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isTerminal, configurable: true });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  const line = createProgressLine({});
  use(line);
  line.end();
  if (before === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
  else Object.defineProperty(process.stderr, 'isTTY', before);
  return text;
}

it('says that requests are retried, while they are', () => {
  const text = shownBy(true, (line) => {
    line.update({ objects: 3, objectsInAll: 9, bytes: 30, bytesInAll: 90, lines: 12 });
    countRetrying(1);
    countRetrying(1);
    countRetrying(-1);
    countRetrying(-1);
  });
  const lines = text.split('\r\u001b[2K').slice(1);
  expect(lines.map((line) => line.startsWith('retrying · 3 of 9 objects'))).toEqual([false, true, false, false]);
  expect(lines.at(-1)).toBe('');
});

it('says it before anything is listed', () => {
  const text = shownBy(true, () => {
    countRetrying(1);
    countRetrying(-1);
  });
  expect(text).toContain('retrying');
});

it('writes nothing if standard error is not a terminal', () => {
  const text = shownBy(false, () => {
    countRetrying(1);
    countRetrying(-1);
  });
  expect(text).toBe('');
});
