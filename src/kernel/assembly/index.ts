// headgate's kernel: gzip in, checked plain bytes out, for whoever reads them in place. AssemblyScript: compiled by
// ../compile-kernel.ts, used through ../inflater.ts. tsc and Biome leave this folder out.
//
// DATA FLOW   The caller writes stored bytes to INPUT, calls `takeInput`, then `inflate` until it asks for more.
//             Each call decodes until the input is used up or about STEP_BYTES new bytes are in the window; the caller
//             reads them where they are (from `outputEnd` before to `outputEnd` after), and calls `makeRoom` with the
//             first byte it still wants. Members, blocks, codes, matches may be cut anywhere by the end of a chunk.
// MEMORY      memory.ts is the map. All areas are fixed, only the window at the end grows. Nothing is allocated. One
//             instance holds one stream at a time; `begin` starts the next.
// FILES       inflate.ts is the state machine; member.ts reads gzip headers and trailers, blocks.ts the heads of blocks,
//             code-table.ts makes decoding tables of entries described in symbols.ts, symbols-fast.ts is the hot loop,
//             symbols-carefully.ts its exact twin for the last bytes of a chunk. window.ts makes room, crc.ts checks.
// INVARIANTS  1. What zlib refuses is refused here, with every byte before the damage delivered; the tests hold both to
//                zlib's own answers. What is refused here is read again by zlib, so refusing too much only costs time.
//             2. Nothing is read from before `historyStart` and no bit is used that is not there.
//             3. Loads may reach FAST_INPUT_BYTES beyond the input and stores WINDOW_SLACK beyond `Output.limit`.
//             4. Work is linear in stored plus inflated bytes; memory is bounded by what the caller keeps.
import { writeSwizzles } from './copy-match';
import { writeCrcTables } from './crc';
import { inflateStep } from './inflate';
import { INPUT, INPUT_BYTES, WINDOW } from './memory';
import { NEEDS_INPUT, WINDOW_FULL } from './status';
import { Expect, Output, Source, Stream } from './stream';
import { writeSymbols } from './symbols';
import { makeRoom as makeRoomFrom } from './window';

writeSymbols();
writeSwizzles();
writeCrcTables();

/** Where stored bytes are written. */
export function inputStart(): usize {
  return INPUT;
}

/** How many fit there. */
export function inputBytes(): usize {
  return INPUT_BYTES;
}

/** Says that `bytes` stored bytes are at INPUT. All of those before must have been taken. */
export function takeInput(bytes: usize): void {
  Source.at = INPUT;
  Source.end = INPUT + bytes;
}

/** Behind the last inflated byte. */
export function outputEnd(): usize {
  return Output.at;
}

/** Makes room for another step. @returns where the byte at `keepFrom` is now, or 0 where memory ran out */
export function makeRoom(keepFrom: usize): usize {
  return makeRoomFrom(keepFrom);
}

/** Inflates one step. @returns a number of status.ts; after a refusal the stream must be begun anew */
export function inflate(): u32 {
  if (Stream.expect == Expect.NOTHING) return Stream.refusal;
  const status = inflateStep();
  if (status != NEEDS_INPUT && status != WINDOW_FULL) {
    Stream.refusal = status;
    Stream.expect = Expect.NOTHING;
  }
  return status;
}

/** Whether the stored bytes may end here: behind a member, with nothing begun after it. */
export function isBetweenMembers(): bool {
  return Stream.expect == Expect.MEMBER && Stream.members > 0 && Source.count == 0 && Source.at == Source.end;
}

/** Forgets the stream and begins another; the window is empty, what it grew to stays. */
export function begin(): void {
  Stream.expect = Expect.MEMBER;
  Stream.members = 0;
  Stream.crc = 0;
  Stream.size = 0;
  Source.at = INPUT;
  Source.end = INPUT;
  Source.bits = 0;
  Source.count = 0;
  Output.at = WINDOW;
  Output.limit = WINDOW;
  Output.historyStart = WINDOW;
  Output.checkedTo = WINDOW;
}
