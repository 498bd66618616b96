// Defines a flag as a row of data, and infers from rows the type of what they set. The parser, the help, the completion scripts and errors
// read the rows. Parses no command line.

interface AnyRow {
  /** As the help shows it: `-s, --samples <n>`. The placeholder decides how a shell completes the value. */
  flag: string;
  /** The key of the request that it sets; `range.since` sets a key of an object in the request. Flags may share a key. */
  sets: string;
  help: string;
  /** Heading in the help. @default 'Options:' */
  group?: string;
  /** Keys that it sets, too, unless their own flags do. */
  implies?: Readonly<Record<string, string>>;
}

interface ValueRow extends AnyRow {
  /** Whether the command needs it. @default false */
  required?: true;
  /** Whether it may be given several times: its value is then an array. The help states it. @default false */
  repeatable?: true;
  /** The default as the help shows it. @default as JSON */
  defaultText?: string;
}

/** Sets `true`; with `value: false`, sets `false` in place of `true`. */
interface SwitchRow extends AnyRow {
  kind: 'switch';
  value?: false;
}

interface TextRow extends ValueRow {
  kind: 'text';
  default?: string | readonly string[];
}

/** A whole number. */
interface CountRow extends ValueRow {
  kind: 'count';
  /** The smallest one. */
  least: number;
  default?: number;
}

interface ChoiceRow extends ValueRow {
  kind: 'choice';
  choices: readonly string[];
  default?: string | readonly string[];
}

/** A value with a grammar of its own. The items of an array count as separate values of a repeatable flag. */
interface ParsedRow extends ValueRow, Parser<unknown> {
  kind: 'parsed';
  /** The values that the help and the completion list, of more that it parses. @default none */
  choices?: readonly string[];
  default?: unknown;
}

/** Parses a value. */
export interface Parser<Value> {
  /** Returns undefined for text that is no value. */
  parse: (text: string) => Value | undefined;
  /** What is a value, for the error. */
  expected: string | ((text: string) => string);
}

/** A flag. */
export type FlagRow = SwitchRow | TextRow | CountRow | ChoiceRow | ParsedRow;

type ValueOf<Row> = Row extends { kind: 'switch' }
  ? Row extends { value: false }
    ? boolean
    : true
  : Repeated<Row, SingleOf<Row>>;
type SingleOf<Row> = Row extends { kind: 'count' }
  ? number
  : Row extends { kind: 'choice'; choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { kind: 'parsed'; parse: (text: string) => infer Value }
      ? Exclude<Value, undefined>
      : string;
type Repeated<Row, Value> = Row extends { repeatable: true }
  ? ([Value] extends [readonly (infer Item)[]] ? Item : Value)[]
  : Value;
/** Rows that set their key in every run. */
type Always = { default: unknown } | { required: true } | { value: false };
type KeyOf<Row extends AnyRow> = Row['sets'] extends `${string}.${infer Key}` ? Key : Row['sets'];
type Settings<Row extends AnyRow> = {
  [One in Row as One extends Always ? KeyOf<One> : never]: ValueOf<One>;
} & {
  [One in Row as One extends Always ? never : KeyOf<One>]?: ValueOf<One>;
};
type Inner<Row, Name extends string> = Row extends { sets: `${Name}.${string}` } ? Row : never;
type Outer<Row> = Row extends { sets: `${string}.${string}` } ? never : Row;
type NamesOf<Row> = Row extends { sets: `${infer Name}.${string}` } ? Name : never;

/** What a union of rows sets. An object that some rows set keys of is always there. */
export type FlagsOf<Row extends AnyRow> = Settings<Outer<Row>> & {
  [Name in NamesOf<Row>]: Settings<Inner<Row, Name>>;
};

/** Puts rows below a heading of the help. */
export function inGroup<const Rows extends readonly FlagRow[]>(group: string, rows: Rows): Rows {
  return rows.map((row) => ({ ...row, group })) as readonly FlagRow[] as Rows;
}

/** The parts of a flag as the help shows it. */
export interface FlagParts {
  /** `-s`, `--samples`. */
  names: readonly string[];
  /** `--samples`. */
  long: string;
  /** `n`; undefined if the flag takes no value. */
  placeholder: string | undefined;
}

/** Returns the parts. */
export function partsOf({ flag }: Pick<FlagRow, 'flag'>): FlagParts {
  const names = flag.split(/[ ,]+/).filter((name) => name.startsWith('-'));
  return { names, long: names.at(-1)!, placeholder: /<(.+)>/.exec(flag)?.[1] };
}
