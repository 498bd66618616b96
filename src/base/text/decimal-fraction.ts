// The decimal text of a double → an exact fraction, for comparisons that doubles would round.

/** A fraction of integers. */
export interface Fraction {
  readonly top: bigint;
  /** Above 0. */
  readonly bottom: bigint;
}

/** The decimal that a double prints as: 0.1 is one tenth. */
export function fractionOf(value: number): Fraction {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  const power = BigInt(exponent) - BigInt(part.length);
  const digits = BigInt(whole + part);
  return power < 0n ? { top: digits, bottom: 10n ** -power } : { top: digits * 10n ** power, bottom: 1n };
}
