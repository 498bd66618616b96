// Reads lines one after the other: `deferReasonOf` decides whether a line is counted here or deferred, `countLine` counts it.
import {
  COUNTS, CUT_FIELDS, DROP, EXAMINED, FIELDS_TOO, IDS_FULL, KEEP, LONG, LONG_BYTES, MANY_HOURS, MANY_SETS, NEAR_LIMIT, NO_FIELD, NO_TIME,
  NOT_PLAIN, ODD_VALUE, READ, SAMPLED, SCHEMA_MISMATCH, UNDECIDED, UNDECIDED_LINE,
} from '../../abi';
import { KEEPING, MAX_IDS, MAX_SETS, OUTCOMES } from '../memory';
import { DEFERRED, outcomeOf } from './filter/conditions';
import { KEY_COUNTS, Line, NOTHING, readFields } from './fields';
import { Schema, matchesSchema } from './schema/schema';
import { mayHaveHint } from './filter/hints';
import { countInHour, countOfJobInHour, hourOf, NO_HOUR } from './hours';
import { addId, Ids } from './schema/ids';
import { hasField } from './keys';
import { Instant, readInstant } from './json/instants';
import { Bare, passNoRecord } from './no-records';
import { placeHash } from './places';
import {
  ANY, conditionAt, conditionCountsAt, JOB_CONDITIONS, JOB_CONDITIONS_END, JOB_SHAPE, JOB_SAMPLE_LIMITS,
  JOB_TOTALS, JOB_VERDICT, jobAt, Request, OTHER_SHAPE,
} from './filter/request';
import { countFields, countInSet, setOf } from './filter/sets';
import { END, ESCAPED_STRING, KIND, LINE, NUMBER, slotAt, START, STRING } from './slots';
import { Text } from './json/text';
import { firstVerdictOf } from './filter/first-verdict';
import { countDecisive, GREATEST, LEAST, rankOf, verdictOf, verdictOfRank } from './filter/trees';

const OPEN_BRACE: u8 = 123;
/** In place of a time: earlier than all times that the kernel reads. */
export const NO_INSTANT: i64 = i64.MIN_VALUE;

/** Where the time of a line is. */
const INSIDE: u32 = 0;
const OUTSIDE: u32 = 1;
const UNTIMED: u32 = 2;

export abstract class Scan {
  /** The line being read, or deferred. */
  static at: usize = 0;
  /** Its offset in the object. */
  static offset: u64 = 0;
  /** Hash of the object's name. */
  static object: u32 = 0;
  static maxLineBytes: u32 = 0;
  /** Whether a line without a field of the dataset is deferred. */
  static defersNoField: bool = false;
  static read: u64 = 0;
  static outside: u64 = 0;
  static untimed: u64 = 0;
  static examined: u64 = 0;
  static bytes: u64 = 0;
}

/** What `countLine` needs to know of the line. */
abstract class Found {
  static time: u32 = INSIDE;
  static set: u32 = 0;
  /** Address of its hour, or NO_HOUR. */
  static hour: usize = NO_HOUR;
  static isExamined: bool = false;
}

/** Reads lines until one is deferred or no whole line is left. @returns the reason, or READ */
export function readLines(at: usize, end: usize): u32 {
  Text.escapeAt = 0;
  while (at < end) {
    Scan.at = at;
    const reason = load<u8>(at) == OPEN_BRACE ? deferReasonOf(at) : NOT_PLAIN;
    if (reason == READ) {
      acceptLine();
      at = Line.end;
      continue;
    }
    if (reason != NOT_PLAIN || !passNoRecord(at, end, Scan.maxLineBytes)) return reason;
    const bytes = (Bare.end - at) as u64;
    Scan.bytes += bytes;
    Scan.offset += bytes;
    at = Bare.end;
  }
  Scan.at = at;
  return READ;
}

/** Counts the line that was read last: it is READ, or deferred for a reason that comes after all checks. */
// @ts-ignore: decorator
@inline
export function acceptLine(): void {
  const bytes = (Line.end - Scan.at) as u64;
  countLine(bytes);
  Scan.offset += bytes;
}

/** Reads and decides the line at `at`. @returns READ, when `countLine` may count it, or the reason to defer it */
function deferReasonOf(at: usize): u32 {
  const fields = readFields(at, Request.detail == FIELDS_TOO ? KEY_COUNTS : NOTHING);
  if (fields != READ) return fields;
  if (Line.end - at > Scan.maxLineBytes) return LONG;
  if (Scan.defersNoField && !hasField(Line.number)) return NO_FIELD;
  Found.time = INSIDE;
  Found.hour = NO_HOUR;
  if (Request.timeUnit != NO_TIME) {
    const reason = readTime();
    if (reason != READ) return reason;
    if (Found.time == OUTSIDE) return READ;
    if (Request.countsHours && Found.time == INSIDE) {
      Found.hour = hourOf(Instant.value);
      if (Found.hour == NO_HOUR) return MANY_HOURS;
    }
  }
  if (Request.customSlots != 0 && Line.end - at > Request.cutFrom && mayBeCut()) return CUT_FIELDS;
  const place = placeHash(Scan.object, Scan.offset);
  Found.isExamined = Request.detail != COUNTS && (Scan.offset < Request.examinedHead || place % Request.examinedOneIn == 0);
  const judged = judge(place);
  if (judged != READ && judged != SAMPLED) return judged;
  if (Schema.fields != 0) return judged == READ ? schemaReasonOf(at) : judged;
  // A sampled line has no hints then, so the caller that takes the sample may have the line counted.
  if (Found.isExamined && Request.hasHints && mayHaveHint()) return EXAMINED;
  return Found.set == MAX_SETS ? MANY_SETS : judged;
}

/** Checks the line against the schema of the first job. @returns READ or the reason to defer it */
function schemaReasonOf(at: usize): u32 {
  if (Ids.count == MAX_IDS) return IDS_FULL;
  const verdict = load<u32>(jobAt(0), JOB_VERDICT);
  if (verdict == DROP || !matchesSchema(at)) return SCHEMA_MISMATCH;
  if (Schema.customBytes == 0) return verdict == KEEP ? READ : UNDECIDED_LINE;
  return verdict == KEEP ? NEAR_LIMIT : SCHEMA_MISMATCH;
}

/** Whether the custom fields of the line are long enough to have been truncated. */
function mayBeCut(): bool {
  let bytes: u32 = 0;
  for (let number: u32 = 0; number < Request.customSlots; number++) {
    const slot = slotAt(number);
    if (load<u32>(slot, LINE) == Line.number) bytes += load<u32>(slot, END) - load<u32>(slot, START);
  }
  return bytes >= Request.cutFrom;
}

/** Reads the time of the line. @returns READ, or ODD_VALUE for a value that may be a time */
export function readTime(): u32 {
  Found.time = INSIDE;
  const slot = slotAt(Request.timeSlot);
  if (load<u32>(slot, LINE) != Line.number) {
    Found.time = UNTIMED;
    return READ;
  }
  const kind = load<u32>(slot, KIND);
  if (kind != NUMBER && kind != STRING && kind != ESCAPED_STRING) {
    Found.time = UNTIMED;
    return READ;
  }
  if (!readInstant(kind, Request.timeUnit, load<u32>(slot, START), load<u32>(slot, END))) return ODD_VALUE;
  if (Request.hasRange && (Instant.value < Request.since || Instant.value >= Request.until)) Found.time = OUTSIDE;
  return READ;
}

/** Returns the time of the line deferred as SAMPLED; NO_INSTANT without one. Reads it again: a condition may have read another time since. */
export function timeOfSampled(): i64 {
  if (Request.timeUnit == NO_TIME) return NO_INSTANT;
  readTime();
  return timeFound();
}

/** Returns the time that {@link readTime} has read, NO_INSTANT without one. */
// @ts-ignore: decorator
@inline
export function timeFound(): i64 {
  return Found.time == UNTIMED ? NO_INSTANT : Instant.value;
}

/** Decides the verdict of every job, and the set of jobs that keep the line. */
function judge(place: u32): u32 {
  const line = Line.number;
  let keeping: u64 = 0;
  let isSampled = false;
  for (let number: u32 = 0; number < Request.jobs; number++) {
    const job = jobAt(number);
    let verdict: u32;
    if (number < Request.conditionJobs) {
      const conditionsEnd = load<u32>(job, JOB_CONDITIONS_END);
      const shape = load<u32>(job, JOB_SHAPE);
      // A job without conditions keeps every line.
      let rank = shape == ANY ? LEAST : GREATEST;
      for (let condition = load<u32>(job, JOB_CONDITIONS); condition < conditionsEnd; condition++) {
        const outcome = outcomeOf(conditionAt(condition), line);
        if (outcome >= DEFERRED) return outcome - DEFERRED;
        store<u8>(OUTCOMES + condition, outcome as u8);
        rank = shape == ANY ? max(rank, rankOf(outcome)) : min(rank, rankOf(outcome));
      }
      verdict = shape == OTHER_SHAPE ? verdictOf(job) : verdictOfRank(rank);
    } else {
      verdict = firstVerdictOf(job, line);
      if (verdict >= DEFERRED) return verdict - DEFERRED;
    }
    if ((place as u64) < load<u64>(job + (verdict << 3), JOB_SAMPLE_LIMITS)) isSampled = true;
    store<u32>(job, verdict, JOB_VERDICT);
    if (number >= Request.setJobs) continue;
    if (verdict == KEEP) keeping |= (1 as u64) << ((number & 63) as u64);
    if ((number & 63) == 63) {
      store<u64>(KEEPING + ((number >> 6) << 3), keeping);
      keeping = 0;
    }
  }
  if ((Request.setJobs & 63) != 0) store<u64>(KEEPING + ((Request.setJobs >> 6) << 3), keeping);
  Found.set = setOf();
  return isSampled ? SAMPLED : READ;
}

/** Counts the line. */
function countLine(bytes: u64): void {
  Scan.bytes += bytes;
  if (Found.time == OUTSIDE) {
    Scan.outside += 1;
    return;
  }
  if (Found.time == UNTIMED && Request.hasRange) Scan.untimed += 1;
  if (Found.isExamined) Scan.examined += 1;
  Scan.read += 1;
  const hour = Found.hour;
  if (hour != NO_HOUR) countInHour(hour, bytes);
  for (let number: u32 = 0; number < Request.jobs; number++) {
    const job = jobAt(number);
    const verdict = load<u32>(job, JOB_VERDICT);
    const total = job + ((verdict as usize) << 4);
    store<u64>(total, load<u64>(total, JOB_TOTALS) + 1, JOB_TOTALS);
    store<u64>(total, load<u64>(total, JOB_TOTALS + LONG_BYTES) + bytes, JOB_TOTALS + LONG_BYTES);
    if (hour != NO_HOUR && verdict != DROP && number < Request.hourJobs) countOfJobInHour(hour, number, verdict, bytes);
    if (number < Request.conditionJobs) countConditions(job, verdict);
  }
  if (Schema.fields != 0) keepId();
  countInSet(Found.set, bytes);
  if (Request.detail == FIELDS_TOO) countFields(Found.set);
}

/** Adds the id of the line, which may be null or empty. */
function keepId(): void {
  if (Schema.idSlot >= Schema.fields) return;
  const slot = slotAt(Schema.idSlot);
  const start = load<u32>(slot, START);
  const end = load<u32>(slot, END);
  if (load<u32>(slot, KIND) == STRING && end > start) addId(start, end, Scan.offset);
}

// @ts-ignore: decorator
@inline
function countConditions(job: usize, verdict: u32): void {
  const end = load<u32>(job, JOB_CONDITIONS_END);
  for (let condition = load<u32>(job, JOB_CONDITIONS); condition < end; condition++) {
    const counter = conditionCountsAt(condition) + ((load<u8>(OUTCOMES + condition) as usize) << 3);
    store<u64>(counter, load<u64>(counter) + 1);
  }
  if (verdict != UNDECIDED) countDecisive(job, verdict);
}
