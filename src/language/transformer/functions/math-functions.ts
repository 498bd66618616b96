// Mathematical functions. Floats are those of JavaScript; integers are exact and 64 bits long.
import { commonType, type SqlType, TYPES } from '../sql-type.ts';
import { fits, type Int, integer, type Result, wrapped } from '../sql-value.ts';
import { type CallSite, type Implementation, sqlFunctions } from './sql-function.ts';

/** Functions of one float that JavaScript has by the same name. */
const OF_FLOAT =
  'acos acosh asin asinh atan atanh cbrt ceil cos cosh exp floor log10 log2 sin sinh sqrt tan tanh'.split(
    ' ',
  ) as 'cos'[];

function overflow(site: CallSite): Result {
  return site.fail('overflow', `${site.name} exceeds 64 bits`, 'limit the values with WHERE, or return NULL with CASE');
}

function limited(value: bigint, site: CallSite): Result {
  return fits(value, 64, false) ? integer(value) : overflow(site);
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Rounds half away from zero, as the platform does; JavaScript rounds half up. */
const roundAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

/** Rounds at a decimal place. */
function atPlace(round: (value: number) => number): Implementation {
  return (value: number, places: Int = 0) => {
    const factor = 10 ** Number(places);
    if (factor === 0) return 0;
    const result = round(value * factor) / factor;
    return Number.isFinite(result) || !Number.isFinite(value) ? result : value;
  };
}

function power(site: CallSite): Implementation {
  if (site.types.some(({ kind }) => kind === 'float'))
    return (base: Int, exponent: Int) => Number(base) ** Number(exponent);
  return (base: Int, exponent: Int) => {
    if (exponent < 0)
      return site.fail(
        'argument',
        `${site.name} of integers has the negative exponent ${exponent}`,
        'write a base with a decimal point: 2.0',
      );
    const size = BigInt(base);
    if (exponent > 64 && size !== 0n && size !== 1n && size !== -1n) return overflow(site);
    return limited(size ** BigInt(exponent > 64 ? BigInt(exponent) % 2n : exponent), site);
  };
}

const ofNumbers = (types: readonly SqlType[]): SqlType =>
  types.reduce((a, b) => commonType(a, b) ?? TYPES.float).kind === 'int' ? TYPES.int64 : TYPES.float;

/** Overflows are wrapped around, as in arithmetic. */
function absolute({ types: [type] }: CallSite): Implementation {
  if (type!.kind !== 'int') return Math.abs as Implementation;
  const { bits, isUnsigned } = type as SqlType & { kind: 'int' };
  return (value: Int) => (value < 0 ? wrapped(-BigInt(value), bits, isUnsigned) : value);
}

function factorial(site: CallSite, value: Int): Result {
  if (value > 20) return overflow(site);
  let product = 1n;
  for (let factor = 2n; factor <= BigInt(value); factor += 1n) product *= factor;
  return integer(product);
}

function lcm(site: CallSite, a: Int, b: Int): Result {
  const divisor = gcd(BigInt(a), BigInt(b));
  const product = divisor === 0n ? 0n : (BigInt(a) / divisor) * BigInt(b);
  return limited(product < 0n ? -product : product, site);
}

export const MATH_FUNCTIONS = sqlFunctions({
  ...Object.fromEntries(OF_FLOAT.map((name) => [`${name}(float) float`, Math[name]])),
  'ln(float) float': Math.log,
  'degrees(float) float': (value: number) => value * (180 / Math.PI),
  'radians(float) float': (value: number) => value * (Math.PI / 180),
  'abs(number) first =': absolute,
  'atan2(float float) float': Math.atan2,
  'factorial(int) int64 !': factorial,
  'gcd(int int) int64 !': (site: CallSite, a: Int, b: Int) => limited(gcd(BigInt(a), BigInt(b)), site),
  'lcm(int int) int64 !': lcm,
  'isnan(float) bool': Number.isNaN,
  'iszero(float) bool': (value: number) => value === 0,
  'nanvl(float float) float': (value: number, other: number) => (Number.isNaN(value) ? other : value),
  'power pow(number number) ! =': [ofNumbers, power],
  'log(float float?) float': (first: number, value?: number) =>
    value === undefined ? Math.log10(first) : Math.log(value) / Math.log(first),
  'round(float int?) float': atPlace(roundAway),
  'trunc(float int?) float': atPlace(Math.trunc),
  'signum(float) float #signum-zero': Math.sign,
  'pi() float': () => Math.PI,
  'random() float random #volatile': () => 0.5,
});
