// Lines held as bytes: what is held stays as it was, whatever comes and goes beside it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesText, type HeldLine, LineStore, textOf } from '../../src/sample/line-store.ts';

describe('a line', () => {
  it.each(['', 'a', 'é ☕ 😀', '\u0000\u007f', 'x'.repeat(100_000)])('comes back as it was: %j', (line) => {
    const store = new LineStore();
    for (const lineEnd of ['\n', '\r\n']) {
      expect(textOf(bytesText(store.hold(Buffer.from(line), lineEnd)))).toBe(line + lineEnd);
    }
  });

  it('is untouched by others that take the place of those given up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ length: fc.nat(3000), char: fc.nat(255), givenUp: fc.option(fc.nat(30)) }), {
          maxLength: 200,
        }),
        (steps) => {
          const store = new LineStore();
          const held: { line: HeldLine; text: string }[] = [];
          for (const { length, char, givenUp } of steps) {
            if (givenUp !== null && givenUp < held.length) store.giveUp(held.splice(givenUp, 1)[0]!.line);
            const bytes = Buffer.alloc(length, char);
            held.push({ line: store.hold(bytes, '\n'), text: `${bytes.toString('latin1')}\n` });
          }
          for (const { line, text } of held) expect(bytesText(line)).toBe(text);
        },
      ),
    );
  });
});

it('lines that come and go take no more than those held at a time', () => {
  const store = new LineStore();
  const buffers = new Set<Buffer>();
  for (let index = 0; index < 10_000; index += 1) {
    const held = store.hold(Buffer.alloc(1200 + (index % 100)), '\n');
    buffers.add(held.buffer);
    store.giveUp(held);
  }
  expect(buffers.size).toBe(1);
});
