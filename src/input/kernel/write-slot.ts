// Writes texts to the kernel's memory, and adds slots for keys, in which the kernel stores their values. Used only while a request is written.
import type { Kernel } from './load-kernel.ts';

/** Adds a slot for the values of a key. @returns the number of the slot, -1 if there is no room */
export function writeSlot(kernel: Kernel, key: string): number {
  const bytes = putText(kernel, keyText(key));
  return bytes === undefined ? -1 : kernel.addSlot(bytes);
}

/** Returns a key as a line contains it. */
export function keyText(key: string): string {
  return `${JSON.stringify(key)}:`;
}

/** @returns the length of the text in bytes, undefined if it does not fit */
export function putText(kernel: Kernel, text: string): number | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > kernel.textBytes()) return undefined;
  new Uint8Array(kernel.memory.buffer).set(bytes, kernel.textStart());
  return bytes.length;
}
