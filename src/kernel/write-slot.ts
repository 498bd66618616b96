// Texts → where the kernel reads them, and keys → slots, in which it notes their values. Only while a request is written.
import type { Kernel } from './load-kernel.ts';

/** Asks for the values of a key. @returns the number of the slot, -1 where there is no room */
export function writeSlot(kernel: Kernel, key: string): number {
  const bytes = putText(kernel, keyText(key));
  return bytes === undefined ? -1 : kernel.addSlot(bytes);
}

/** A key as it stands in a line. */
export function keyText(key: string): string {
  return `${JSON.stringify(key)}:`;
}

/** @returns how many bytes the text has, undefined where it does not fit */
export function putText(kernel: Kernel, text: string): number | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > kernel.textBytes()) return undefined;
  new Uint8Array(kernel.memory.buffer).set(bytes, kernel.textStart());
  return bytes.length;
}
