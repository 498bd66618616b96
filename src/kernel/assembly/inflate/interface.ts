// What the caller does to inflate: hands over stored bytes, takes plain ones, makes room for more.
import { writeSwizzles } from './copy-match';
import { writeCrcTables } from './crc';
import { inflateStep } from './inflate';
import { INPUT, INPUT_BYTES, PLAIN, PLAIN_BUFFERS, PLAIN_BYTES, PLAIN_KEPT_BYTES, PLAIN_SLOT, STEP_BYTES, WINDOW } from '../memory';
import { NEEDS_INPUT, WINDOW_FULL } from '../../abi';
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

/** Says that `bytes` bytes at `outputEnd`, for which `makeRoom` has made room, are plain ones that need no inflating. */
export function takePlain(bytes: usize): void {
  Output.at += bytes;
  Output.checkedTo = Output.at;
  Output.limit = Output.at;
}

/** Where a buffer begins into which plain bytes may be written, and how many fit there. */
export function plainStart(buffer: u32): usize {
  return PLAIN + buffer * PLAIN_SLOT + PLAIN_KEPT_BYTES;
}

export function plainBytes(): usize {
  return PLAIN_BYTES;
}

/** How many such buffers there are. */
export function plainBuffers(): u32 {
  return PLAIN_BUFFERS;
}

/** Moves what is kept of another buffer before this one. @returns where it is now, 0 where it does not fit */
export function keepPlain(buffer: u32, keepFrom: usize, end: usize): usize {
  const kept = end - keepFrom;
  if (kept > PLAIN_KEPT_BYTES) return 0;
  memory.copy(plainStart(buffer) - kept, keepFrom, kept);
  return plainStart(buffer) - kept;
}

/** Most plain bytes that fit after `makeRoom`. */
export function stepBytes(): usize {
  return STEP_BYTES;
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

/** Members begun. */
export function memberCount(): u32 {
  return Stream.members;
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
