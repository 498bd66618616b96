// The kernel and LineChecker agree on any lines of any jobs: several objects of each job, the jobs in turn on one kernel.
import { inspect } from 'node:util';
import fc from 'fast-check';
import { BothWays, bothWays, PART, type Reading } from '../../helpers/validate/both-ways.ts';
import { checkOptions, type Held } from '../../helpers/validate/checked.ts';
import { propertyOf } from '../kernel/property.ts';
import { anyJob } from './any-job.ts';
import { anyLine } from './any-line.ts';
import { sometimes } from './custom-objects.ts';
import { OBJECT_NAMES } from './form-values.ts';

/** How long an object becomes by repeating: more lines than the kernel holds ids of, if they are short. Bytes. */
const MAX_REPEATED_BYTES = 300_000;

/** An object to be read. */
interface AnyObject extends Reading {
  lines: readonly string[];
  /** How many of them occur how often. */
  repeated: { of: number; times: number } | undefined;
  /** Bytes missing at the end. */
  cut: number;
  /** A byte that is another one. */
  damage: { at: number; byte: number } | undefined;
}

/** A job with its objects. */
interface Run {
  held: Held;
  objects: readonly AnyObject[];
}

const damage = fc.record({
  // Often in the first line, which starts at the same byte of the buffer as the first line of the previous object.
  at: fc.oneof(fc.nat(), fc.nat(60)),
  byte: fc.oneof(fc.constant('z'.charCodeAt(0)), fc.nat(255)),
});
const reading = fc.record({
  /** Numbers of lines, of which objects have many in common. */
  places: fc.array(fc.nat(), { minLength: 1, maxLength: 20, size: 'max' }),
  repeated: sometimes(10, fc.record({ of: fc.constantFrom(1, 2, 20), times: fc.constantFrom(2, 200, 2100) })),
  cut: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 })),
  damage: sometimes(6, damage),
  size: sometimes(3, fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300, max: 20_000 }))),
  // Whatever time an event has, it fits an object without any.
  name: fc.oneof(fc.constantFrom(...OBJECT_NAMES), fc.constantFrom(OBJECT_NAMES[0]!, 'plain.log')),
  offset: fc.oneof({ weight: 5, arbitrary: fc.constant(PART) }, fc.constantFrom(0, 2 ** 33)),
});

const run: fc.Arbitrary<Run> = anyJob.chain((held) => {
  const { schema, plan } = checkOptions(held);
  return fc
    .record({
      lines: fc.array(anyLine(schema, plan), { minLength: 1, maxLength: 24, size: 'max' }),
      readings: fc.array(reading, { minLength: 1, maxLength: 3 }),
    })
    .map(({ lines, readings }) => ({
      held,
      objects: readings.map(({ places, ...how }, index) => {
        // The first object has every line, so that they are all read.
        const more = places.map((place) => lines[place % lines.length]!);
        return { ...how, lines: index === 0 ? [...lines, ...more.slice(0, 2)] : more };
      }),
    }));
});

function bytesOf({ lines, repeated = { of: lines.length, times: 1 }, cut, damage }: AnyObject): Buffer {
  const once = Buffer.from(lines.slice(0, repeated.of).join(''));
  const most = Math.max(1, Math.floor(MAX_REPEATED_BYTES / once.length));
  const bytes = Buffer.concat(Array.from({ length: Math.min(repeated.times, most) }, () => once));
  const left = bytes.subarray(0, Math.max(0, bytes.length - cut));
  if (damage !== undefined && left.length > 0) left[damage.at % left.length] = damage.byte;
  return left;
}

function read(both: BothWays, held: Held, object: AnyObject): void {
  try {
    both.read(bytesOf(object), object);
  } catch (error) {
    const line = smallestLine(held, object);
    const told =
      line === undefined ? 'no line alone shows it' : `the line that shows it alone: ${JSON.stringify(line)}`;
    throw new Error(`${(error as Error).message}\n${told}\nthe object: ${object.name}\nthe job: ${inspect(held)}`);
  }
}

function smallestLine(held: Held, { lines, name }: AnyObject): string | undefined {
  const shown = lines.filter((line) => {
    try {
      bothWays(held, line, { name: name! });
      return false;
    } catch {
      return true;
    }
  });
  return shown.sort((a, b) => a.length - b.length)[0];
}

/** The property. */
export const ANY_FORM = propertyOf('lines of any form', 80, fc.array(run, { minLength: 1, maxLength: 3 }), (runs) => {
  const both = runs.map(({ held }) => new BothWays(held));
  const rounds = Math.max(...runs.map(({ objects }) => objects.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { held, objects }] of runs.entries()) {
      if (objects[round] !== undefined) read(both[index]!, held, objects[round]!);
    }
  }
});
