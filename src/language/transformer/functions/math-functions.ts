// Mathematical functions. Floats are those of JavaScript; integers are exact and 64 bits long.
import { BOOL, commonType, FLOAT64, INT64, type SqlType } from '../sql-type.ts';
import { fits, integer, wrapped } from '../sql-value.ts';
import type { Result } from '../stop.ts';
import { type CallSite, type Implementation, plainFunction, type SqlFunction, sqlFunction } from './sql-function.ts';

type Int = number | bigint;

/** Functions of one float. */
const OF_FLOAT: Readonly<Record<string, (value: number) => number>> = {
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atanh: Math.atanh,
  cbrt: Math.cbrt,
  ceil: Math.ceil,
  cos: Math.cos,
  cosh: Math.cosh,
  degrees: (value) => value * (180 / Math.PI),
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  radians: (value) => value * (Math.PI / 180),
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
};

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

const ofNumbers = (types: readonly SqlType[]): SqlType => types.reduce((a, b) => commonType(a, b) ?? FLOAT64);

export const MATH_FUNCTIONS: readonly SqlFunction[] = [
  ...Object.entries(OF_FLOAT).map(([name, compute]) =>
    plainFunction(name, 'float', FLOAT64, compute as Implementation),
  ),
  sqlFunction(
    'abs',
    'number',
    ([type]) => type!,
    ({ types: [type] }) => {
      if (type!.kind !== 'int') return Math.abs as Implementation;
      const { bits, isUnsigned } = type as SqlType & { kind: 'int' };
      return (value: Int) => (value < 0 ? wrapped(-BigInt(value), bits, isUnsigned) : value);
    },
  ),
  plainFunction('atan2', 'float float', FLOAT64, Math.atan2 as Implementation),
  sqlFunction(
    'factorial',
    'int',
    INT64,
    (site) => (value: Int) => {
      if (value > 20) return overflow(site);
      let product = 1n;
      for (let factor = 2n; factor <= BigInt(value); factor += 1n) product *= factor;
      return integer(product);
    },
    { canStop: true },
  ),
  sqlFunction('gcd', 'int int', INT64, (site) => (a: Int, b: Int) => limited(gcd(BigInt(a), BigInt(b)), site), {
    canStop: true,
  }),
  sqlFunction(
    'lcm',
    'int int',
    INT64,
    (site) => (a: Int, b: Int) => {
      const divisor = gcd(BigInt(a), BigInt(b));
      const product = divisor === 0n ? 0n : (BigInt(a) / divisor) * BigInt(b);
      return limited(product < 0n ? -product : product, site);
    },
    { canStop: true },
  ),
  plainFunction('isnan', 'float', BOOL, Number.isNaN as Implementation),
  plainFunction('iszero', 'float', BOOL, (value: number) => value === 0),
  plainFunction('nanvl', 'float float', FLOAT64, (value: number, other: number) =>
    Number.isNaN(value) ? other : value,
  ),
  sqlFunction('power pow', 'number number', (types) => (ofNumbers(types).kind === 'int' ? INT64 : FLOAT64), power, {
    canStop: true,
  }),
  plainFunction('log', 'float float?', FLOAT64, (first: number, value?: number) =>
    value === undefined ? Math.log10(first) : Math.log(value) / Math.log(first),
  ),
  plainFunction('round', 'float int?', FLOAT64, atPlace(roundAway)),
  plainFunction('trunc', 'float int?', FLOAT64, atPlace(Math.trunc)),
  plainFunction('signum', 'float', FLOAT64, Math.sign as Implementation, { choice: 'signum-zero' }),
  plainFunction('pi', '', FLOAT64, () => Math.PI),
  plainFunction('random', '', FLOAT64, () => 0.5, { isVolatile: true, choice: 'volatile' }),
];
