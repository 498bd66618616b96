// Selects the lines to explain: by id, by a filter of the user, by number. Reads files of ids, and no logs.
import type { NamedFilter } from '../../analysis/query/index.ts';
import { idFieldOf } from '../../analysis/validate/index.ts';
import { HeadgateError, printPlural, type TimeRange } from '../../base/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import { type Dataset, RAY_FIELD } from '../../language/dataset/index.ts';
import {
  type CompiledFilter,
  EVERY_LINE,
  FINAL_VERDICTS,
  type FinalVerdict,
  KEEP,
  type NullReading,
  printExpression,
  readFilter,
  UNDECIDED,
} from '../../language/filter/index.ts';
import { type ReadStdin, readArgumentFile } from '../request/argument-text.ts';
import { checkChoice, checkCount } from '../request/check-value.ts';
import {
  argumentOf,
  compileFilters,
  emptyFilter,
  type FilterObject,
  type FilterSet,
  isFile,
  readFilterArgument,
} from '../request/named-filters.ts';
import { DEFAULT_EXPLAINED_LINES } from '../request/request-defaults.ts';

/** Selects the lines to explain. A line must match `ray`, `where` and `line`, as far as they are present. */
export interface LineChoice {
  /**
   * Ids: text with commas between ids, `@` with the path of a file that has one id in each line, or `-` for standard input. Blank lines and
   * comments after `#` are ignored. An id is the RayID, or in a dataset without it the id of an event. @default any line
   */
  ray?: string | readonly string[] | undefined;
  /** A filter, which is true for the lines to explain; it is not itself explained. @default any line */
  where?: string | FilterObject | undefined;
  /**
   * Shows only lines for which at least one of the explained filters has this verdict, after its transformer if there is one: `fail` is a line on
   * which the transformer fails. The summary counts all selected lines. @default all
   */
  verdict?: FinalVerdict | undefined;
  /** Number of the line over all objects in order, from 1, as `sed -n` counts: blank and malformed lines too. */
  line?: number | undefined;
  /** Maximum number of lines shown. Without `ray`, `where` and `verdict`, reading stops there. @default 5 */
  limit?: number | undefined;
}

/** The ids of a choice, and whether the source has them. */
export interface RequestedIds {
  requested: number;
  /** In no line of the source, or of the part that was read. */
  notFound: string[];
  /** Only in lines outside the time range. */
  outside: string[];
}

/** About a million RayIDs. */
const ID_FILE_LIMIT = { bytes: 16 * 1024 * 1024, expected: 'ids; split the file' };
/** The flag of the filter that selects lines, and its name in messages. */
const WHERE_FLAG = '--where';
/** An id as in the response header cf-ray: the RayID, and the data center. */
const WITH_DATA_CENTER = /^([0-9a-f]{16})-[A-Z]{3}$/;

/** Adds the defaults, and checks numbers and names. @throws HeadgateError `usage` */
export function checkChosen({ line, limit = DEFAULT_EXPLAINED_LINES, verdict, ...choice }: LineChoice = {}) {
  if (line !== undefined) checkCount('line', line, 1);
  checkCount('limit', limit, 1);
  if (verdict !== undefined) checkChoice('verdict', verdict, FINAL_VERDICTS);
  return { ...choice, line, limit, verdict };
}

type CheckedChoice = ReturnType<typeof checkChosen>;

/** A choice whose files are read, with what it has found so far. */
export class LineSelector {
  /** The field of the ids; undefined if the dataset has none. */
  readonly idField: string | undefined;
  readonly choice: CheckedChoice;
  /** The selecting filter as an expression; undefined: any line. */
  readonly where: string | undefined;
  /** Lines for which the selecting filter is unknown. They are not selected. */
  undecided = 0;
  readonly #ids: ReadonlySet<string> | undefined;
  readonly #filter: CompiledFilter | undefined;
  readonly #found = new Set<string>();
  readonly #outside = new Set<string>();

  constructor(
    choice: CheckedChoice,
    idField: string | undefined,
    ids: ReadonlySet<string> | undefined,
    filter: CompiledFilter | undefined,
  ) {
    this.choice = choice;
    this.idField = idField;
    this.#ids = ids;
    this.#filter = filter;
    const isAny = choice.where === undefined;
    this.where = isAny ? undefined : filter === undefined ? EVERY_LINE : printExpression(filter.filter);
  }

  /** Whether lines are searched for in the complete source, even after all ids are found: several lines may have one id. */
  get readsAll(): boolean {
    return this.#ids !== undefined || this.where !== undefined || this.choice.verdict !== undefined;
  }

  /** The id of a line; null if it has none. */
  idOf(record: LineRecord): string | null {
    const id = this.idField === undefined ? undefined : record.get(this.idField);
    return typeof id === 'string' ? id : null;
  }

  /** Whether a line is selected. @param line its number */
  selects(record: LineRecord, line: number): boolean {
    if (this.choice.line !== undefined && this.choice.line !== line) return false;
    if (this.#ids !== undefined) {
      const id = this.idOf(record);
      if (id === null || !this.#ids.has(id)) return false;
      this.#found.add(id);
    }
    const verdict = this.#filter?.verdict(record) ?? KEEP;
    if (verdict === UNDECIDED) this.undecided += 1;
    return verdict === KEEP;
  }

  /** Notes a line outside the time range. */
  noteOutside(record: LineRecord): void {
    const id = this.#ids === undefined ? null : this.idOf(record);
    if (id !== null && this.#ids!.has(id)) this.#outside.add(id);
  }

  /** The ids, in the order of the request; null if lines are not selected by id. */
  toIds(): RequestedIds | null {
    if (this.#ids === undefined) return null;
    const missing = [...this.#ids].filter((id) => !this.#found.has(id));
    return {
      requested: this.#ids.size,
      notFound: missing.filter((id) => !this.#outside.has(id)),
      outside: missing.filter((id) => this.#outside.has(id)),
    };
  }

  /** Describes a line that would be selected, after "expected". */
  describe(range: TimeRange): string {
    const { line } = this.choice;
    const ids = this.#ids === undefined ? [] : [...this.#ids];
    const ofIds = ids.length === 1 ? JSON.stringify(ids[0]) : `one of ${printPlural(ids.length, 'id')}`;
    const parts = [
      ...(line === undefined ? [] : [`a record in line ${line.toLocaleString('en-US')}`]),
      ...(ids.length === 0 ? [] : [`a line with ${this.idField} ${ofIds}`]),
      ...(this.where === undefined ? [] : [`a line for which ${this.where} is true`]),
      ...(range.since === undefined && range.until === undefined ? [] : ['a line within --since/--until']),
    ];
    return parts.join(' and ') || 'a line';
  }
}

/** How the files of a choice are read. */
interface ChoiceReading {
  set: FilterSet;
  stdin: ReadStdin;
  nullAs: NullReading;
}

/**
 * Reads the filter and the ids of a choice.
 * @returns the selector, and the selecting filter as read, for its warnings
 * @throws InvalidFilterError; HeadgateError `usage`, `filter-empty`, and for unreadable files
 */
export async function readChoice(
  choice: CheckedChoice,
  { set: { dataset }, stdin, nullAs }: ChoiceReading,
): Promise<{ selector: LineSelector; filters: NamedFilter[] }> {
  const idField = dataset.fields.has(RAY_FIELD) ? RAY_FIELD : idFieldOf(dataset);
  const filters = choice.where === undefined ? [] : [await readWhere(choice.where, dataset, stdin)];
  const [where] = compileFilters(filters, nullAs);
  const values = typeof choice.ray === 'string' ? [choice.ray] : choice.ray;
  if (values !== undefined && idField === undefined) {
    throw new HeadgateError(
      'usage',
      `cannot select lines with --ray: found ${dataset.name}, whose lines have no id, expected a dataset with an id; select them with ${WHERE_FLAG}`,
    );
  }
  const ids = values === undefined ? undefined : await readIds(values, idField!, stdin);
  return { selector: new LineSelector(choice, idField, ids, where?.filter), filters };
}

/** The platform's limits do not apply: the filter is not sent. */
async function readWhere(given: string | FilterObject, dataset: Dataset, stdin: ReadStdin): Promise<NamedFilter> {
  const { text } = await readFilterArgument(argumentOf(given).value, WHERE_FLAG, stdin);
  const reading = readFilter(text, dataset, { isSent: false });
  if (reading.form === 'none' && text.trim() !== EVERY_LINE)
    throw emptyFilter(WHERE_FLAG, WHERE_FLAG, 'selects every line');
  return { name: WHERE_FLAG, dataset, reading, job: undefined, jobProblems: [] };
}

async function readIds(values: readonly string[], idField: string, stdin: ReadStdin): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const value of values) {
    const isText = value !== '-' && !value.startsWith('@');
    if (isText && (await isFile(value))) {
      throw new HeadgateError(
        'usage',
        `cannot read --ray: found the path of a file, expected ids; to read ids from the file, pass @${value}`,
      );
    }
    const text = isText
      ? value
      : value === '-'
        ? await stdin()
        : await readArgumentFile(value.slice(1), 'file of ids', ID_FILE_LIMIT);
    const found = (isText ? [text] : linesOf(text)).flatMap((line) => line.split(',')).map((id) => id.trim());
    const named = found.filter((id) => id !== '');
    if (named.length === 0) {
      const where = isText ? JSON.stringify(value) : value === '-' ? 'standard input' : value.slice(1);
      throw new HeadgateError(
        'usage',
        `cannot read --ray: found no id in ${where}, expected ${isText ? 'ids separated by commas, or @ and the path of a file' : 'one id in each line'}; a shell variable or the file may be empty`,
      );
    }
    for (const id of named) ids.add(idField === RAY_FIELD ? id.replace(WITH_DATA_CENTER, '$1') : id);
  }
  return ids;
}

/** The lines of a file of ids, without comments. */
function linesOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*$/, ''));
}
