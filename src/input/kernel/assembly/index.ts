// headgate's kernel: stored bytes in, counts out. Inflates gzip, and reads lines of JSON where it inflated them. AssemblyScript, compiled by
// ../compile-kernel.ts; the files of the folder above call these exports, and nothing else crosses this boundary.
// KERNEL.md describes the data flow, the memory and how to extend it.
//
// INVARIANTS  1. The kernel rejects everything that zlib rejects, after every byte before the damage is delivered. Another reader reads a rejected stream
//                again, so rejecting too much costs only time.
//             2. No load reads before `historyStart`, and no bit is used that is not in the input.
//             3. Loads may read FAST_INPUT_BYTES beyond the input; stores may write WINDOW_SLACK beyond `Output.limit`.
//             4. Work is linear in stored plus inflated bytes; memory is bounded by what the caller keeps.
//             5. A line is counted whole or not at all, and only if src/input/record and src/language/filter would count it the same (with a schema: if the
//                LineChecker of src/analysis/validate would pass it). In doubt the kernel defers it.
//             6. Scanning starts only if the line's LF is in the window: that LF ends every loop over a line, because no part of a line may
//                contain it. Loads may read 64 bytes beyond it.
export * from './inflate/interface';
export * from './scan/counts-interface';
export * from './scan/schema/schema-interface';
export * from './scan/interface';
export * from './scan/filter/request-interface';
export { linesStart } from './columns/arena';
export { columnCount, firstCodes, keyOfColumn, textCount, writeTexts } from './columns/column';
export { markTexts } from './columns/search';
export { addLine, addLines, beginColumns, firstRows, rowCount } from './columns/rows';
