// The syntax of thresholds: what they mean, and what an invalid one prints.
import { expect, it } from 'vitest';
import { GuardSyntaxError, parseGuard } from '../../../src/analysis/guard/index.ts';

it.each([
  ['kept >= 5%', 'kept', '>=', 5, '%'],
  ['  kept>=5 %  ', 'kept', '>=', 5, '%'],
  ['kept >= 0.5%', 'kept', '>=', 0.5, '%'],
  ['dropped < 100 lines', 'dropped', '<', 100, 'lines'],
  ['dropped <= 1 line', 'dropped', '<=', 1, 'lines'],
  ['undecided == 0', 'undecided', '==', 0, 'lines'],
  ['kept != 0', 'kept', '!=', 0, 'lines'],
  ['kept > 1_000', 'kept', '>', 1000, 'lines'],
  ['kept > 1_234_567 lines', 'kept', '>', 1_234_567, 'lines'],
  ['kept-bytes <= 40%', 'kept-bytes', '<=', 40, '%'],
  ['kept-bytes <= 20 GB/day', 'kept-bytes', '<=', 20e9, 'bytes/day'],
  ['kept-bytes <= 2.3 GB / day', 'kept-bytes', '<=', 2_300_000_000, 'bytes/day'],
  ['kept-bytes < 1 TB/month', 'kept-bytes', '<', 1e12, 'bytes/month'],
  ['kept-bytes < 1.5GiB', 'kept-bytes', '<', 1.5 * 2 ** 30, 'bytes'],
  ['kept-bytes < 3 TiB/month', 'kept-bytes', '<', 3 * 2 ** 40, 'bytes/month'],
  ['kept-bytes > 512 bytes', 'kept-bytes', '>', 512, 'bytes'],
  ['kept-bytes > 5 kB', 'kept-bytes', '>', 5000, 'bytes'],
  ['kept <= 0%', 'kept', '<=', 0, '%'],
  ['kept >= 100%', 'kept', '>=', 100, '%'],
  ['kept < 100%', 'kept', '<', 100, '%'],
  ['newly-dropped <= 0.1%', 'newly-dropped', '<=', 0.1, '%'],
  ['newly-kept == 0', 'newly-kept', '==', 0, 'lines'],
  ['newly-dropped-bytes <= 1 GB/month', 'newly-dropped-bytes', '<=', 1e9, 'bytes/month'],
  ['newly-kept-bytes < 5%', 'newly-kept-bytes', '<', 5, '%'],
  ['cost <= 400/month', 'cost', '<=', 400, 'money/month'],
  ['cost <= 0.5 / month', 'cost', '<=', 0.5, 'money/month'],
  ['saves >= 20%', 'saves', '>=', 20, '%'],
  ['saves >= 0%', 'saves', '>=', 0, '%'],
  ['saves >= 0/month', 'saves', '>=', 0, 'money/month'],
  ['saves > 1_000/month', 'saves', '>', 1000, 'money/month'],
])('%s', (text, figure, operator, value, unit) => {
  expect(parseGuard(text)).toEqual({ kind: 'threshold', text: text.trim(), figure, operator, value, unit });
});

it.each([
  ['cost[s3] <= 400/month', 's3'],
  ['saves [ cold storage ] >= 20%', 'cold storage'],
])('%s: the name of a price', (text, price) => {
  expect(parseGuard(text)).toMatchObject({ text, price });
});

const ONE_OF = 'expected one of < <= > >= == !=';
const NUMBER = 'expected a number such as 5, 0.5 or 1_000';
const BYTES = 'expected %, or bytes such as GB, GB/day or GB/month';
const FIGURES =
  'expected kept, dropped, undecided, kept-bytes, pushed, pushed-bytes, newly-kept, newly-dropped, newly-kept-bytes, newly-dropped-bytes, cost or saves';
const OF_A_FILTER = 'to protect the lines of a filter, use --never-drop or --never-keep';

it.each([
  ['', 1, `found the end of the guard, ${FIGURES}`],
  ['kep >= 5%', 1, `found "kep", ${FIGURES}; write kept`],
  ['Kept >= 5%', 1, `found "Kept", ${FIGURES}; write kept`],
  ['kept_bytes >= 5%', 1, `found "kept_bytes", ${FIGURES}; write kept-bytes`],
  ['5% <= kept', 1, `found "5", ${FIGURES}; write kept >= 5%`],
  ['20 GB/day > kept-bytes', 1, `found "20", ${FIGURES}; write kept-bytes < 20 GB/day`],
  ['1% <= newly-dropped-bytes', 1, `found "1", ${FIGURES}; write newly-dropped-bytes >= 1%`],
  ['EdgeResponseStatus >= 500', 1, `found "EdgeResponseStatus", ${FIGURES}; ${OF_A_FILTER}`],
  ['not BotScore < 30', 1, `found "not", ${FIGURES}; ${OF_A_FILTER}`],
  ['@filter.json', 1, `found "@filter.json", ${FIGURES}; ${OF_A_FILTER}`],
  ['kept', 5, `found the end of the guard, ${ONE_OF}`],
  ['kept 5%', 6, `found "5", ${ONE_OF}`],
  ['kept = 5%', 6, `found "=", ${ONE_OF}; write ==`],
  ['kept => 5%', 6, `found "=>", ${ONE_OF}; write >=`],
  ['kept ≥ 5%', 6, `found "≥", ${ONE_OF}; write >=`],
  ['kept at least 5%', 6, `found "at", ${ONE_OF}`],
  ['kept >=', 8, `found the end of the guard, ${NUMBER}`],
  ['kept >= many', 9, `found "many", ${NUMBER}`],
  ['kept >= -1', 9, `found "-1", ${NUMBER}`],
  ['kept >= 0,5%', 9, `found "0,5", ${NUMBER}; write 0.5`],
  ['kept >= 0,125%', 9, `found "0,125", ${NUMBER}; write 0.125`],
  ['kept >= 1,250', 9, `found "1,250", ${NUMBER}; write 1_250 or 1.250`],
  ['kept >= 21,957,000', 9, `found "21,957,000", ${NUMBER}; write 21_957_000`],
  ['kept >= 0_125', 9, `found "0_125", ${NUMBER}`],
  ['kept >= 1_00', 9, `found "1_00", ${NUMBER}`],
  ['kept >= 1e3', 9, `found "1e3", ${NUMBER}; write 1000`],
  ['kept >= 12,34,56', 9, `found "12,34,56", ${NUMBER}`],
  ['kept >= 1234567890123456', 9, 'found a number of 16 digits, expected at most 15 digits'],
  ['kept >= 1.5', 9, 'found "1.5", expected a whole number of lines; write 1.5% for a share'],
  ['kept >= 5 GB', 11, 'found "GB", expected % or lines; write kept-bytes to compare bytes'],
  ['kept >= 5 liens', 11, 'found "liens", expected % or lines; write lines'],
  ['kept >= 5 lines/day', 11, 'found "lines/day", expected % or lines; write lines'],
  ['kept-bytes <= 40', 17, `found no unit, ${BYTES}`],
  ['kept-bytes <= 40 lines', 18, `found "lines", ${BYTES}; write kept to compare lines`],
  ['kept-bytes <= 40 gb/day', 18, `found "gb", ${BYTES}; write GB`],
  ['kept-bytes <= 40 Gb', 18, `found "Gb", ${BYTES}; write GB`],
  ['kept-bytes <= 40 GBi', 18, `found "GBi", ${BYTES}; write GiB`],
  ['kept-bytes <= 40 GB/dya', 21, 'found "dya", expected day or month; write GB/day'],
  ['kept-bytes <= 40 GB/hour', 21, 'found "hour", expected day or month'],
  ['kept-bytes <= 40 GB/', 21, 'found the end of the guard, expected day or month'],
  ['newly-dropped <= 5 GB', 20, 'found "GB", expected % or lines; write newly-dropped-bytes to compare bytes'],
  ['newly-kept-bytes <= 5 lines', 23, `found "lines", ${BYTES}; write newly-kept to compare lines`],
  ['cost <= 400', 12, 'found no unit, expected /month; write 400/month'],
  ['cost <= 400/year', 12, 'found "/year", expected /month'],
  ['cost <= 5%', 10, 'found "%", expected /month; write saves to compare a share'],
  ['cost <= 4 EUR/month', 11, 'found "EUR/month", expected /month; write the amount without a currency'],
  ['cost <= $4/month', 9, 'found "$", expected a number; write the amount without a currency'],
  ['saves >= 5', 11, 'found no unit, expected % or /month; write 5% or 5/month'],
  ['cost <= 4;', 10, 'found ";", expected /month; write 4/month'],
  ['cost[s3 <= 4/month', 19, 'found the end of the guard, expected a ] after the name of the price'],
  ['cost[] <= 4/month', 5, 'found "[]", expected the name of a price between [ and ]'],
  ['kept[s3] <= 4', 5, 'found "[s3]", expected an operator, because only cost and saves have prices'],
  [
    'saves <= 100%',
    10,
    'found a guard that always holds, expected a number other than 100, because saves is at most 100%',
  ],
  [
    'cost >= 0/month',
    9,
    'found a guard that always holds, expected a number other than 0, because cost is never below 0',
  ],
  ['kept >= 5% and dropped > 1', 12, 'found "and", expected the end of the guard; pass one --guard for each'],
  [
    'kept >= 0%',
    9,
    'found a guard that always holds, expected a number other than 0, because kept is between 0% and 100%',
  ],
  ['kept >= 0', 9, 'found a guard that always holds, expected a number other than 0, because kept is never below 0'],
  [
    'kept <= 100%',
    9,
    'found a guard that always holds, expected a number other than 100, because kept is between 0% and 100%',
  ],
  [
    'kept != 101%',
    9,
    'found a guard that always holds, expected a number other than 101, because kept is between 0% and 100%',
  ],
  [
    'kept > 100%',
    8,
    'found a guard that never holds, expected a number other than 100, because kept is between 0% and 100%',
  ],
  [
    'kept == 100.5%',
    9,
    'found a guard that never holds, expected a number other than 100.5, because kept is between 0% and 100%',
  ],
  [
    'undecided < 0',
    13,
    'found a guard that never holds, expected a number other than 0, because undecided is never below 0',
  ],
])('%s', (text, column, message) => {
  const error = errorOf(text);
  expect(error.message.split('\n')).toEqual([
    `invalid guard, column ${column}: ${message}`,
    text,
    `${' '.repeat(column - 1)}^`,
  ]);
  expect(error).toMatchObject({ code: 'guard-syntax', kind: 'unreachable', column });
});

function errorOf(text: string): GuardSyntaxError {
  try {
    parseGuard(text);
  } catch (error) {
    if (error instanceof GuardSyntaxError) return error;
    throw error;
  }
  throw new Error('the guard is valid');
}
