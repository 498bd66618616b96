// Lines as an index stores them: records in columns, all others whole.
import { ColumnBuilder, type ColumnRows } from '../../src/input/columns/index.ts';
import { createRecordReader } from '../../src/input/record/index.ts';

/** Builds the parts of one object; the time of a line is its offset. */
export function buildColumns(input: Uint8Array): ColumnRows[] {
  const builder = new ColumnBuilder();
  const parts: ColumnRows[] = [];
  let offset = 0;
  const takeFull = (): void => {
    if (builder.isFull) parts.push(builder.take());
  };
  const whole = (bytes: number): void => {
    takeFull();
    builder.addWhole(input.subarray(offset, offset + bytes), offset);
    offset += bytes;
  };
  const reader = createRecordReader(
    { input: 'ndjson' },
    {
      record(record) {
        takeFull();
        builder.add(record, BigInt(record.offset));
        offset += record.bytes;
      },
      blank: whole,
      malformed: ({ bytes }) => whole(bytes),
      remark() {},
    },
  );
  reader.push(input);
  reader.end();
  return [...parts, builder.take()];
}
