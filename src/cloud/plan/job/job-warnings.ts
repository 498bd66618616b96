// What is legal in a planned job but probably not intended, or not known. Complete sentences; contains no secrets.
import type { PlainObject } from '../../../base/index.ts';
import { type Dataset, LOGGED_KEYS } from '../../../language/dataset/index.ts';
import { compileFilter, type Filter, printJobString } from '../../../language/filter/index.ts';
import type { JobFile, JobSettings } from '../../../language/job/index.ts';
import { sampleRateOf } from '../../../language/output/index.ts';
import { parsedFilter } from './compare-settings.ts';
import { destinationKey, isTestedAgain } from './redact-destination.ts';
import { optionsOf, outputOf, settingsOf, textOf, usesLegacyOptions } from './settings.ts';

/** A planned job, before and after. */
export interface Transition {
  /** Undefined for a job that is created. */
  readonly from: JobSettings | undefined;
  readonly to: JobSettings;
  readonly wanted: Pick<JobFile, 'settings' | 'isUndo'>;
  readonly dataset: Dataset | undefined;
  /** The other jobs of the zone or account, as the API returns them. */
  readonly others: readonly PlainObject[];
  /** Keys that change. */
  readonly changed: ReadonlySet<string>;
}

/** Lists the warnings: none if nothing changes. */
export function jobWarnings(transition: Transition): string[] {
  const { changed } = transition;
  return [
    ...(changed.size === 0
      ? []
      : [
          ...stop(transition),
          ...keptFilter(transition),
          ...removedFilter(transition),
          ...unlistedFields(transition),
          ...sampling(transition),
          ...transformer(transition),
          ...customFields(transition),
          ...ignoredOptions(transition),
          ...destination(transition),
          ...sameName(transition),
          ...start(transition),
        ]),
  ];
}

/** A file that looks like a whole job may have lost its filter; a file with one setting has not. */
function keptFilter({ from, wanted: { settings, isUndo } }: Transition): string[] {
  const isStated = (key: string): boolean => Object.hasOwn(settings, key);
  const isWhole = isStated('destination_conf') || (isStated('output_options') && isStated('dataset'));
  // An undo file lists only what the change replaced.
  if (from === undefined || textOf(from, 'filter') === undefined || isUndo || isStated('filter') || !isWhole) return [];
  return ['the file has no filter, so the job keeps its own; to remove it, write "filter": null'];
}

/** Null and empty have left the old filter in force. docs/platform.md, "Jobs". */
function removedFilter({ from, to, changed, dataset }: Transition): string[] {
  if (!changed.has('filter') || from === undefined || to.filter !== undefined) return [];
  const everyLine = dataset && alwaysTrue(dataset);
  const advice = everyLine === undefined ? '' : `, such as "filter": ${printJobString(everyLine)}`;
  return [
    'the job loses its filter and pushes every line; users report that the platform left the old filter in force after null and after an empty text. ' +
      `If the filter is still there after the change, replace it with one that keeps every line${advice}`,
  ];
}

/** A value that no line contains. */
const NO_SUCH_VALUE = 'no-such-value';

/** A filter that every line matches. */
function alwaysTrue({ fields }: Dataset): Filter | undefined {
  const usable = [...fields.values()].filter(
    ({ type, removed, deprecated, unfilterable }) => type === 'string' && !removed && !deprecated && !unfilterable,
  );
  const field = usable.find(({ name }) => name === 'RayID') ?? usable[0];
  return field && { where: { kind: 'condition', key: field.name, operator: '!eq', value: NO_SUCH_VALUE } };
}

function unlistedFields({ to, dataset }: Transition): string[] {
  const filter = parsedFilter(textOf(to, 'filter'), dataset);
  const listed = outputOf(to).field_names;
  if (filter === undefined || dataset === undefined || listed === undefined || listed.length === 0) return [];
  const missing = compileFilter(filter, dataset).fields.filter((name) => !listed.includes(name));
  if (missing.length === 0) return [];
  const names = missing.join(', ');
  return [
    `the filter tests ${names}, which field_names does not list: the filter works, but it cannot be replayed over the lines that the job pushes; to replay them, add ${names} to field_names`,
  ];
}

/** Significant digits of a printed share of lines. */
const LOST_DIGITS = 3;

function sampling({ from, to }: Transition): string[] {
  const rate = sampleRateOf(outputOf(to));
  if (rate === 1) return [];
  const before = from === undefined ? rate : sampleRateOf(outputOf(from));
  const lost = Number(((1 - rate / before) * 100).toPrecision(LOST_DIGITS));
  const change =
    rate < before
      ? `, ${before} before: the job loses ${lost} % of the lines that it pushes now, and Logpush does not backfill them`
      : '';
  return [`the job pushes only a sample of the lines that its filter keeps: sample_rate is ${rate}${change}`];
}

/** docs/platform.md, "Transformers". */
function transformer({ from, to, changed }: Transition): string[] {
  if (!changed.has('transformer_id')) return [];
  if (to.transformer_id !== undefined) {
    const { record_template: template } = outputOf(to);
    if (template === undefined || template === '') return [];
    return ['the platform does not document what record_template does with the output of a transformer'];
  }
  if (from === undefined) return [];
  return ['the job loses its transformer: it pushes lines as they are, with all of its field_names'];
}

function customFields({ from, to, dataset }: Transition): string[] {
  const before = (from && outputOf(from).field_names) ?? [];
  const names = outputOf(to).field_names ?? [];
  const groups = LOGGED_KEYS.filter((key) => names.includes(key) && !before.includes(key));
  if (groups.length === 0 || dataset === undefined || !groups.every((key) => dataset.fields.get(key)?.customFields))
    return [];
  return [
    `field_names lists ${groups.join(', ')}: the zone's custom-fields ruleset decides what they contain; check it with headgate fields plan`,
  ];
}

/** docs/platform.md, "Jobs": `logpull_options` are ignored if `output_options` is present. */
function ignoredOptions({ from, to, changed }: Transition): string[] {
  if (textOf(to, 'logpull_options') === undefined || Object.keys(optionsOf(to)).length === 0) return [];
  if (!changed.has('output_options') && !changed.has('logpull_options')) return [];
  const lost = from !== undefined && usesLegacyOptions(from) ? (outputOf(from).field_names ?? []) : [];
  const missing = lost.filter((name) => !outputOf(to).field_names?.includes(name));
  const advice =
    missing.length === 0 ? '' : `; the job no longer pushes ${missing.join(', ')} unless field_names lists them`;
  return [`the platform ignores logpull_options because the job has output_options${advice}`];
}

function destination({ from, to, others, changed }: Transition): string[] {
  const conf = textOf(to, 'destination_conf');
  if (conf === undefined) return [];
  const retested =
    from !== undefined && isTestedAgain(conf)
      ? [
          'the platform tests an https destination at every update, and rejects the update if the receiver does not accept the test',
        ]
      : [];
  if (!changed.has('destination_conf')) return retested;
  const same = others.map(settingsOf).filter((other) => {
    const its = textOf(other, 'destination_conf');
    return its !== undefined && other.dataset === to.dataset && destinationKey(its) === destinationKey(conf);
  });
  const names = same.map((other) => textOf(other, 'name') ?? 'a job without a name').join(', ');
  return [
    ...retested,
    ...(same.length === 0
      ? []
      : [`the same destination already receives ${to.dataset} from ${names}: a line that both keep arrives twice`]),
  ];
}

function sameName({ to, others, changed }: Transition): string[] {
  const isTaken = changed.has('name') && to.name !== undefined && others.some(({ name }) => name === to.name);
  return isTaken ? [`another job has the name ${JSON.stringify(to.name)}: find each by its id from now on`] : [];
}

/** docs/platform.md, "Jobs": no backfill. */
function stop({ from, to }: Transition): string[] {
  if (from?.enabled !== true || to.enabled === true) return [];
  return [
    'the job stops: it pushes nothing until it is enabled again, and the lines of that time are lost, because Logpush does not backfill',
  ];
}

/** docs/platform.md, "Jobs": no backfill; a job is disabled unless it says otherwise. */
function start({ from, to, changed }: Transition): string[] {
  if (to.enabled !== true) {
    return from === undefined ? ['enabled is not true: the job exists after this, and pushes nothing'] : [];
  }
  if (from !== undefined && !changed.has('enabled') && !changed.has('destination_conf')) return [];
  const what = from?.enabled === true ? 'the new destination receives' : 'the job pushes';
  return [`Logpush does not backfill: ${what} only lines from now on`];
}
