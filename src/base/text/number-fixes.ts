// Advice on numbers that a price or a guard does not accept: with commas, or with an exponent. Parses no prices.
import { SAFE_DIGITS } from '../value.ts';

/**
 * Returns how to write a number with commas. `1,250` may mean two numbers: both are named.
 * @param number such as `0,5` or `21,957,000`
 * @returns `write 1_250 or 1.250`; undefined for any other text
 */
export function commaFix(number: string): string | undefined {
  if (!/^\d+(?:,\d+)+$/.test(number)) return undefined;
  const thousands = /^[1-9]\d{0,2}(?:,\d{3})+$/.test(number) ? number.replaceAll(',', '_') : undefined;
  const decimal = number.split(',').length === 2 ? number.replace(',', '.') : undefined;
  const fixes = [thousands, decimal].filter((fix) => fix !== undefined);
  return fixes.length === 0 ? undefined : `write ${fixes.join(' or ')}`;
}

/**
 * Returns how to write a number with an exponent.
 * @param number such as `1e3`
 * @returns `write 1000`; undefined for any other text, and for a number of too many digits
 */
export function exponentFix(number: string): string | undefined {
  if (!/^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i.test(number)) return undefined;
  const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: SAFE_DIGITS }).format(
    Number(number),
  );
  // A number too small for a double is 0 without being 0.
  const isZero = Number(number) === 0 && /[1-9]/.test(number.replace(/e.*/i, ''));
  const isSame = !isZero && Number(plain) === Number(number) && plain.replace('.', '').length <= SAFE_DIGITS;
  return isSame ? `write ${plain}` : undefined;
}
