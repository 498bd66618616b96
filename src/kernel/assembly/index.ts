// headgate's kernel: stored bytes in, counts out. Inflates gzip, and reads lines of JSON where they were inflated.
// AssemblyScript: compiled by ../compile-kernel.ts, used through ../inflater.ts and ../scanner.ts; tsc and Biome leave
// this folder out. The functions exported here are all that the outside sees; addresses of memory.ts never leave it,
// but for the bytes that go in and come out.
//
// DATA FLOW   INPUT ──inflate──► WINDOW ──readLines──► counts of jobs, conditions, sets of jobs, fields
//               ▲                   │
//          stored bytes        lines that somebody must see, or that cannot be decided exactly here
//
//             Inflating: the caller writes stored bytes to INPUT, calls `takeInput`, then `inflate` until it asks for
//             more. Each call decodes until the input is used up or about STEP_BYTES new bytes are in the window; then
//             `makeRoom`, with the first byte that is still wanted. Members, blocks, codes, matches may be cut anywhere
//             by the end of a chunk. Plain objects are written to the window as they are (`takePlain`); a plain file is
//             read into one of three buffers in turn (`plainStart`), and only the line that the one before left
//             unfinished is copied, to the bytes in front of it (`keepPlain`).
//             Scanning: the caller says once what is to be counted (scan/request-interface.ts), then has all whole lines of
//             the window read; the unfinished one stays in the window until its end has come. Each line is first read whole,
//             then decided, then counted; where any step cannot be sure, nothing of it is counted, and `readLines` stops
//             with the reason (scan/ways.ts): the caller decides the line and passes over it. Blank and malformed lines are
//             counted too, except the first of each reason, which the caller describes. After an object the caller takes the
//             counts (scan/counts-interface.ts) and clears them.
// MEMORY      memory.ts is the map. All areas are fixed, only the window at the end grows. Nothing is allocated. One
//             instance holds one stream at a time; `begin` starts the next.
// FILES       inflate/inflate.ts is the state machine; member.ts reads gzip headers and trailers, blocks.ts the heads of
//             blocks, code-table.ts makes decoding tables of entries described in symbols.ts, symbols-fast.ts is the hot
//             loop, symbols-carefully.ts its exact twin for the last bytes of a chunk. window.ts makes room, crc.ts checks.
//             scan/lines.ts goes from line to line; its `deferReasonOf` decides which way each goes. fields.ts is the hot loop
//             over one line, with keys.ts, text.ts, numbers.ts, words.ts, flat.ts (the usual nested values), nested.ts
//             (all others) and utf8.ts; bytes.ts has its constants. slots.ts remembers the values that conditions.ts tests
//             (texts.ts, unescape.ts, arrays.ts, instants.ts), trees.ts comes to verdicts, hints.ts looks for near misses,
//             places.ts draws samples, sets.ts counts fields, no-records.ts counts blank and malformed lines. request.ts says
//             what to do, as request-interface.ts was told.
//             form.ts holds lines to the form of a job, as schema-interface.ts was told, with elements.ts, custom-names.ts,
//             custom-bytes.ts and lookups.ts; ids.ts keeps the ids of lines for the caller, who looks for those that stand twice.
// INVARIANTS  1. What zlib refuses is refused here, with every byte before the damage delivered; the tests hold both to
//                zlib's own answers. What is refused here is read again by zlib, so refusing too much only costs time.
//             2. Nothing is read from before `historyStart` and no bit is used that is not there.
//             3. Loads may reach FAST_INPUT_BYTES beyond the input and stores WINDOW_SLACK beyond `Output.limit`.
//             4. Work is linear in stored plus inflated bytes; memory is bounded by what the caller keeps.
//             5. A line is counted whole or not at all, and only if src/record and src/filter would count it so (a line of a
//                form: the LineChecker of src/validate): when in doubt it goes another way. Tests hold every count to theirs
//                on random and hostile lines.
//             6. Scanning begins only where the line's LF is in the window: that LF ends every loop over a line, since
//                it may stand in none of its parts. Loads may reach 64 bytes beyond it.
export * from './inflate/interface';
export * from './scan/counts-interface';
export * from './scan/schema/schema-interface';
export * from './scan/interface';
export * from './scan/filter/request-interface';

