// Plans one job: merges the file into the live job, and lists what changes, what to warn of, what to send, what reading back
// must show, and how to undo it. Pure; the plan contains no secrets, the rest does.
import { HeadgateError, isPlainObject, type PlainObject, redactSecrets } from '../../../base/index.ts';
import { checkDestinationConf, type DestinationFinding } from '../../../input/destination/index.ts';
import { type Dataset, DEFAULT_DATASET, getDataset } from '../../../language/dataset/index.ts';
import { readFilter } from '../../../language/filter/index.ts';
import {
  type JobFile,
  type JobSettings,
  readLegacyOptions,
  UNDO_KEY,
  WHOLE_JOB,
  withoutLiveProblems,
} from '../../../language/job/index.ts';
import { jobProblems } from '../../../language/output/index.ts';
import type { JobChange } from '../change.ts';
import { provenEqualFor } from '../filter/proven-equal.ts';
import {
  compareSettings,
  type JobPlan,
  type KeyChanges,
  type PlannedJob,
  parsedFilter,
  type UndoContent,
} from './compare-settings.ts';
import { jobWarnings, type Transition } from './job-warnings.ts';
import { requiresProof } from './redact-destination.ts';
import { mergeSettings, optionsOf, outputOf, settingsOf, textOf, usesLegacyOptions } from './settings.ts';

/** Sentences, without secrets. */
interface CheckedSettings {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

interface Finding {
  readonly isError: boolean;
  readonly text: string;
  /** The fields and options concerned, with the kind of the problem: a message lists several. Empty: the text is all. */
  readonly names: readonly string[];
}

/** What {@link planJob} compares. */
export interface JobPlanRequest {
  /** A job of a file: `parseJobFile`. */
  readonly wanted: JobFile;
  /** The live job as the API returns it; undefined: the job is created. */
  readonly current: PlainObject | undefined;
  /** @default that of the live job, else that of the file, else `http_requests` */
  readonly dataset?: Dataset | undefined;
  /** The other jobs of the zone or account, as the API returns them. @default none */
  readonly others?: readonly PlainObject[] | undefined;
  /** Whether a filter that is proven equal to the live one, but written differently, is a change. @default false */
  readonly rewrite?: boolean | undefined;
}

/**
 * Time until a changed job takes effect at the edge: objects near a change can mix old and new filters and formats. Minutes.
 * docs/platform.md, "Jobs".
 */
export const TAKES_EFFECT_AFTER_MINUTES = { least: 10, most: 15 } as const;

/** Settings that are fixed when a job is created. docs/platform.md, "Management API". */
const FIXED = ['dataset', 'kind'] as const;

/** Plans a job. Does not throw because of its input: `plan.problems` lists why a job cannot be applied. */
export function planJob(request: JobPlanRequest): PlannedJob {
  const { current, dataset: given, others = [], rewrite = false } = request;
  const wanted = current === undefined ? request.wanted : withoutLiveProblems(request.wanted, current);
  const from = current && settingsOf(current);
  const target = targetOf(from, wanted.settings);
  const name = textOf(target, 'dataset') ?? DEFAULT_DATASET;
  const { dataset, unknown } = given === undefined ? datasetNamed(name) : { dataset: given, unknown: [] };
  const found = compareSettings(from, target, dataset);
  const equalFilter = from && dataset && equalFilterOf(from, target, dataset, found);
  // An undo file restores the text, too.
  const isRewritten = equalFilter === undefined || rewrite || wanted.isUndo;
  const differences = isRewritten ? found : found.filter(({ key }) => key !== 'filter');
  const changed = new Set(from === undefined ? Object.keys(target) : differences.map(({ key }) => key));
  const to = from === undefined ? target : onlyChanged(from, target, changed);
  const transition = { from, to, wanted, dataset, others, changed };
  const checked = dataset === undefined ? { problems: [], warnings: [] } : checkSettings(transition, wanted, dataset);
  const address = checkDestination(transition, wanted);
  const needsProof = changed.has('destination_conf') && requiresProof(textOf(to, 'destination_conf') ?? '');
  const id = typeof current?.id === 'number' ? current.id : undefined;
  const action = from === undefined ? 'create' : changed.size === 0 ? 'none' : 'update';
  return {
    plan: {
      action,
      name: redactSecrets(textOf(to, 'name') ?? (id === undefined ? 'a job without a name' : `job-${id}`)),
      id,
      dataset: redactSecrets(name),
      changes: differences.flatMap(({ changes }): readonly JobChange[] => changes),
      ...(equalFilter === undefined ? {} : { equalFilter }),
      warnings: [
        ...wanted.warnings,
        ...(from === undefined || changed.size === 0 ? [] : unknown.map(unchecked)),
        ...address.warnings,
        ...checked.warnings,
        ...jobWarnings(transition),
      ],
      problems: [
        ...wanted.problems,
        ...fixedProblems(from, wanted.settings),
        ...(changed.has('destination_conf') || from === undefined ? missing(to) : []),
        ...address.problems,
        ...(from === undefined ? unknown : []),
        ...checked.problems,
        ...transformerProblems(transition),
      ].map(redactSecrets),
      needsOwnership: needsProof && wanted.ownershipChallenge === undefined,
    },
    body: bodyOf(to, changed, needsProof ? wanted.ownershipChallenge : undefined),
    expected: to,
    undo: (job, content) => undoOf(job, transition, content),
  };
}

/** What the file asks for; settings that cannot be changed stay. */
function targetOf(from: JobSettings | undefined, wanted: JobSettings): JobSettings {
  if (from === undefined) return { dataset: DEFAULT_DATASET, enabled: false, ...mergeSettings({}, wanted) };
  const fixed = Object.fromEntries(FIXED.map((key) => [key, from[key]]));
  return withoutUndefined({ ...mergeSettings(from, wanted), ...fixed });
}

/** The filters before and after if they differ only in how they are written. */
function equalFilterOf(
  from: JobSettings,
  to: JobSettings,
  dataset: Dataset,
  differences: readonly KeyChanges[],
): JobPlan['equalFilter'] {
  const change = differences.find(({ key }) => key === 'filter')?.changes[0];
  if (change?.kind !== 'filter' || change.from === null || change.to === null) return undefined;
  const [old, next] = [from, to].map((settings) => parsedFilter(textOf(settings, 'filter'), dataset));
  if (old === undefined || next === undefined || provenEqualFor(old, next, dataset) !== 'any') return undefined;
  return { from: change.from, to: change.to };
}

function datasetNamed(name: string): { dataset: Dataset | undefined; unknown: string[] } {
  try {
    return { dataset: getDataset(name), unknown: [] };
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    return { dataset: undefined, unknown: [`dataset: ${error.message.replace(/^.*?: (?=found)/, '')}`] };
  }
}

/** The platform may have datasets that headgate does not know. */
function unchecked(found: string): string {
  return redactSecrets(`${found}; headgate does not check the filter and the output options of this job`);
}

function withoutUndefined(settings: JobSettings): JobSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** docs/platform.md, "Transformers". */
function transformerProblems({ to, changed }: Pick<Transition, 'to' | 'changed'>): string[] {
  const isConcerned = ['transformer_id', 'output_options', 'logpull_options'].some((key) => changed.has(key));
  if (!isConcerned || to.transformer_id === undefined || outputOf(to).output_type !== 'csv') return [];
  return [
    'transformer_id: found output_type csv, expected ndjson, because transformers read NDJSON; remove "output_type", or detach the transformer with "transformer_id": null',
  ];
}

/** The live settings, with those from the target that differ in meaning. */
function onlyChanged(from: JobSettings, target: JobSettings, changed: ReadonlySet<string>): JobSettings {
  const keys = new Set([...Object.keys(from), ...changed]);
  return withoutUndefined(Object.fromEntries([...keys].map((key) => [key, (changed.has(key) ? target : from)[key]])));
}

function fixedProblems(from: JobSettings | undefined, wanted: JobSettings): string[] {
  if (from === undefined) return [];
  return FIXED.flatMap((key) => {
    const [live, asked] = [from[key] ?? '', wanted[key]];
    if (asked === undefined || asked === null || asked === live) return [];
    const values = `found ${JSON.stringify(asked)}, expected ${JSON.stringify(live)}`;
    return [
      `${key}: ${values}, because the ${key} of a job cannot be changed; remove ${key} from the file, or create another job: give it another name and no id`,
    ];
  });
}

function missing(to: JobSettings): string[] {
  if (textOf(to, 'destination_conf') !== undefined) return [];
  return ['destination_conf: found none, expected the address that the job pushes to; add it to the file'];
}

/** Null removes a setting. `output_options` are replaced as a whole. docs/platform.md, "Jobs". */
function bodyOf(to: JobSettings, changed: ReadonlySet<string>, token: string | undefined): JobSettings {
  const body = Object.fromEntries([...changed].map((key) => [key, to[key] ?? null]));
  return token === undefined ? body : { ...body, ownership_challenge: token };
}

/** The old value of every changed key, or of every key: null for what was absent, also inside `output_options`. Marked as an undo file. */
function undoOf(
  id: number,
  { from, to, changed }: Pick<Transition, 'from' | 'to' | 'changed'>,
  content: UndoContent = 'changes',
): JobSettings {
  if (from === undefined)
    return { [UNDO_KEY]: true, id, ...(to.name !== undefined && { name: to.name }), enabled: false };
  const isWhole = content === 'whole';
  const head = { [UNDO_KEY]: isWhole ? WHOLE_JOB : true, id, ...(from.name !== undefined && { name: from.name }) };
  const undo: Record<string, unknown> = isWhole ? { ...head, ...from } : head;
  for (const key of changed) undo[key] = from[key] ?? null;
  if (isWhole || changed.has('enabled')) undo.enabled = from.enabled ?? false;
  if (isPlainObject(undo.output_options)) {
    const added = Object.keys(optionsOf(to)).filter((key) => !Object.hasOwn(optionsOf(from), key));
    undo.output_options = { ...undo.output_options, ...Object.fromEntries(added.map((key) => [key, null])) };
  }
  return undo;
}

/**
 * Checks the filter and the output options.
 * @param from undefined for a job that is created
 * @param changed keys that change
 * @param file the file that asks for the change
 */
function checkSettings(
  { from, to, changed }: { from: JobSettings | undefined; to: JobSettings; changed: ReadonlySet<string> },
  file: Pick<JobFile, 'misplacedOptions' | 'isUndo'>,
  dataset: Dataset,
): CheckedSettings {
  const ofLive = from === undefined ? [] : outputFindings(from, [], dataset);
  const before = new Set(ofLive.flatMap(({ text, names }) => [text, ...names]));
  const output = outputFindings(to, file.misplacedOptions, dataset);
  const isNew = ({ text, names }: Finding): boolean =>
    names.length === 0 ? !before.has(text) : names.some((name) => !before.has(name));
  const found = [...(changed.has('filter') ? filterFindings(to, dataset) : []), ...output.filter(isNew)];
  // Errors of the live job stay visible when its options change.
  const old = changed.size === 0 ? [] : output.filter((one) => one.isError && !isNew(one));
  const isProblem = ({ isError }: Finding): boolean => isError && !file.isUndo;
  return {
    problems: found.filter(isProblem).map(({ text }) => text),
    warnings: [...found.filter((one) => !isProblem(one)), ...old].map(({ text }) => text),
  };
}

/**
 * Checks a destination that changes.
 * @param changed keys that change
 */
function checkDestination(
  { to, changed }: { to: JobSettings; changed: ReadonlySet<string> },
  { isUndo }: Pick<JobFile, 'isUndo'>,
): CheckedSettings {
  const conf = textOf(to, 'destination_conf');
  const found = conf === undefined || !changed.has('destination_conf') ? [] : checkDestinationConf(conf);
  const isProblem = ({ isError }: DestinationFinding): boolean => isError && !isUndo;
  const print = ({ message }: DestinationFinding): string => `destination_conf: ${message}`;
  return {
    problems: found.filter(isProblem).map(print),
    warnings: found.filter((one) => !isProblem(one)).map(print),
  };
}

function filterFindings(settings: JobSettings, dataset: Dataset): Finding[] {
  const { problems } = readFilter(textOf(settings, 'filter'), dataset, { source: 'job' });
  return problems.map(({ severity, message }) => ({
    isError: severity === 'error',
    text: `filter: ${message}`,
    names: [],
  }));
}

function outputFindings(settings: JobSettings, misplacedOptions: readonly string[], dataset: Dataset): Finding[] {
  const isLegacy = usesLegacyOptions(settings);
  const job = { filter: undefined, misplacedOptions, outputOptions: outputOf(settings), isLegacy };
  const legacy = isLegacy ? readLegacyOptions(textOf(settings, 'logpull_options')!, 'logpull_options').warnings : [];
  return [
    ...legacy.map((text) => ({ isError: false, text, names: [] })),
    ...jobProblems(job, dataset).map(({ severity, code, path, message, names }) => ({
      isError: severity === 'error',
      text: path === '' ? message : `${path}: ${message}`,
      names: names.map((name) => JSON.stringify([code, path, name])),
    })),
  ];
}
