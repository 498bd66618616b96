// Writes texts to where the kernel reads them, and keys as slots, in which it notes their values. Only while a request is written.
import type { Kernel } from './load-kernel.ts';

/** Adds a slot for the values of a key. @returns the number of the slot, -1 where there is no room */
export function writeSlot(kernel: Kernel, key: string): number {
  const bytes = putText(kernel, keyText(key));
  return bytes === undefined ? -1 : kernel.addSlot(bytes);
}

/** Returns a key as a line contains it. */
export function keyText(key: string): string {
  return `${JSON.stringify(key)}:`;
}

/** @returns the length of the text in bytes, undefined where it does not fit */
export function putText(kernel: Kernel, text: string): number | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > kernel.textBytes()) return undefined;
  new Uint8Array(kernel.memory.buffer).set(bytes, kernel.textStart());
  return bytes.length;
}
