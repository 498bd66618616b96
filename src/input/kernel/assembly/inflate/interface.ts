// The functions to inflate: the caller passes stored bytes, reads inflated ones, and makes room for more.
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

/** Returns where the caller writes stored bytes. */
export function inputStart(): usize {
  return INPUT;
}

/** Returns how many bytes fit there. */
export function inputBytes(): usize {
  return INPUT_BYTES;
}

/** Starts to read the `bytes` stored bytes at INPUT. All earlier ones must have been used. */
export function takeInput(bytes: usize): void {
  Source.at = INPUT;
  Source.end = INPUT + bytes;
}

/** Returns the address after the last inflated byte. */
export function outputEnd(): usize {
  return Output.at;
}

/** Makes room for another step. @returns the new address of the byte at `keepFrom`, 0 if memory ran out */
export function makeRoom(keepFrom: usize): usize {
  return makeRoomFrom(keepFrom);
}

/** Adds the `bytes` bytes that the caller wrote at `outputEnd`, after `makeRoom`: they need no inflating. */
export function takePlain(bytes: usize): void {
  Output.at += bytes;
  Output.checkedTo = Output.at;
  Output.limit = Output.at;
}

/** Returns where a buffer for plain bytes begins. */
export function plainStart(buffer: u32): usize {
  return PLAIN + buffer * PLAIN_SLOT + PLAIN_KEPT_BYTES;
}

/** Returns how many bytes fit into such a buffer. */
export function plainBytes(): usize {
  return PLAIN_BYTES;
}

/** Returns how many such buffers there are. */
export function plainBuffers(): u32 {
  return PLAIN_BUFFERS;
}

/** Copies the kept bytes of another buffer to the room before this one. @returns their new address, 0 if they do not fit */
export function keepPlain(buffer: u32, keepFrom: usize, end: usize): usize {
  const kept = end - keepFrom;
  if (kept > PLAIN_KEPT_BYTES) return 0;
  memory.copy(plainStart(buffer) - kept, keepFrom, kept);
  return plainStart(buffer) - kept;
}

/** Returns how many plain bytes fit after `makeRoom`. */
export function stepBytes(): usize {
  return STEP_BYTES;
}

/** Runs one inflate step. @returns a status of abi.ts; after a rejection the caller must call `begin` */
export function inflate(): u32 {
  if (Stream.expect == Expect.NOTHING) return Stream.rejection;
  const status = inflateStep();
  if (status != NEEDS_INPUT && status != WINDOW_FULL) {
    Stream.rejection = status;
    Stream.expect = Expect.NOTHING;
  }
  return status;
}

/** Whether the stored bytes may end here: after a member, and before another one begins. */
export function isBetweenMembers(): bool {
  return Stream.expect == Expect.MEMBER && Stream.members > 0 && Source.count == 0 && Source.at == Source.end;
}

/** Returns how many members have begun. */
export function memberCount(): u32 {
  return Stream.members;
}

/** Discards the stream and begins another; the window is empty and keeps its size. */
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
