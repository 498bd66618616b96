// The rows in view of lists of any length: no row is out of reach, and steps move by rows.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SPACE, RowWindow } from '../../../src/page/app/row-window.ts';

const ROW = 28;
const rowsArbitrary = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 2_000_000_000 }));
const heightArbitrary = fc.integer({ min: 50, max: 3000 });

function windowOf(rows: number, height: number): RowWindow {
  const window = new RowWindow(ROW);
  window.resize(rows, height);
  return window;
}

describe('the window of a long list', () => {
  it('is never higher than browsers draw', () => {
    fc.assert(fc.property(rowsArbitrary, heightArbitrary, (rows, height) => windowOf(rows, height).space <= MAX_SPACE));
  });

  it('shows the first row at the start and the last one at the end', () => {
    fc.assert(
      fc.property(rowsArbitrary, heightArbitrary, (rows, height) => {
        const window = windowOf(rows, height);
        expect(window.range(0).first).toBe(0);
        window.scroll(Math.max(0, window.space - height));
        expect(window.range(0).end).toBe(rows);
      }),
    );
  });

  it('moves by pixels with the wheel, however long the list is', () => {
    const window = windowOf(1_000_000_000, 600);
    window.scroll(100);
    expect(window.top).toBe(100);
    window.scroll(250);
    expect(window.top).toBe(250);
    // The scroll bar is where the rows are after a pause; that moves no row.
    window.settle(window.scrollTop);
    const [top, place] = [window.top, window.placeOf(10)];
    expect(place - window.scrollTop).toBeCloseTo(10 * ROW - top, 3);
  });

  it('jumps by shares with the scroll bar', () => {
    const window = windowOf(1_000_000_000, 600);
    window.scroll(MAX_SPACE / 2);
    expect(window.range(0).first / 1_000_000_000).toBeCloseTo(0.5, 2);
  });

  it('has as many rows wherever it is, among them all in view', () => {
    fc.assert(
      fc.property(
        rowsArbitrary,
        heightArbitrary,
        fc.nat({ max: MAX_SPACE }),
        fc.nat({ max: 20 }),
        (rows, height, to, more) => {
          const window = windowOf(rows, height);
          const { count } = window.range(more);
          window.scroll(to);
          const { first, end } = window.range(more);
          expect(end).toBe(Math.max(first, Math.min(rows, first + count)));
          expect(first * ROW).toBeLessThanOrEqual(window.top);
          expect(end === rows || end * ROW >= window.top + height).toBe(true);
        },
      ),
    );
  });

  it('reveals any row', () => {
    fc.assert(
      fc.property(rowsArbitrary, heightArbitrary, fc.double({ min: 0, max: 1, noNaN: true }), (rows, height, share) => {
        fc.pre(rows > 0);
        const window = windowOf(rows, height);
        const row = Math.min(rows - 1, Math.floor(share * rows));
        window.reveal(row);
        const { first, end } = window.range(0);
        expect(first).toBeLessThanOrEqual(row);
        expect(end).toBeGreaterThan(row);
      }),
    );
  });

  it('stays within a list that becomes shorter', () => {
    const window = windowOf(1000, 600);
    window.scroll(20_000);
    window.resize(10, 600);
    expect(window.range(0)).toMatchObject({ first: 0, end: 10 });
  });
});
