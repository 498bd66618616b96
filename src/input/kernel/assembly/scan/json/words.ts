// The JSON words `true`, `false` and `null`.

/** Four letters as little-endian words. */
export const TRUE_LETTERS: u32 = 0x6575_7274;
export const NULL_LETTERS: u32 = 0x6c6c_756e;
export const FALS_LETTERS: u32 = 0x736c_6166;
export const LAST_OF_FALSE: u8 = 101;

/** @returns the address after the word at `at`, 0 if there is none */
export function wordEnd(at: usize): usize {
  const word = load<u32>(at);
  if (word == TRUE_LETTERS || word == NULL_LETTERS) return at + 4;
  return word == FALS_LETTERS && load<u8>(at, 4) == LAST_OF_FALSE ? at + 5 : 0;
}
