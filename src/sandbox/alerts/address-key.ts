// When two addresses are one. Shares no code with the plan of a migration: see legacy-recipients.ts.

/** Returns the same key for addresses that differ in the case of the letters A to Z only: the Kelvin sign is no `k`, and `İ` is no `i`. */
export function addressKey(address: string): string {
  let key = '';
  for (const character of address) key += character >= 'A' && character <= 'Z' ? character.toLowerCase() : character;
  return key;
}
