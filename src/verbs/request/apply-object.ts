// Applies the change of one object of the API: compares the live object with that of the plan, stores the undo file, writes, reads back and
// compares. After a failed write, reads which of the two states is there now: the object is the old or the new one at any time. The undo file
// of a new object names it by its name until the API has given it an id. What differs between kinds of objects is an ObjectChange.
import {
  failureReason,
  HeadgateError,
  isInterruption,
  isOutcomeUnknown,
  isRateLimited,
  type PlainObject,
} from '../../base/index.ts';
import { type ConnectOptions, type ManagementApi, openJobs, type Scope } from '../../cloud/api/index.ts';
import { type UndoFile, withUndoScope, writeUndoFile } from '../../cloud/undo/index.ts';

/** What happened to one object. */
export interface AppliedObject<Change> {
  name: string;
  /** Undefined for an object that was not created. */
  id: number | undefined;
  action: 'create' | 'update' | 'none';
  /**
   * `applied`: written, and the same when read back. `unchanged`: nothing was sent, or the API rejected it. `incomplete`: written, but
   * what was read back differs. `unknown`: the outcome of the write cannot be read. `none`: nothing was to be changed.
   */
  outcome: 'applied' | 'unchanged' | 'incomplete' | 'unknown' | 'none';
  /** Why the outcome is `unchanged`, `incomplete` or `unknown`. */
  reason?: string;
  /** What another client changed since the plan; after a write, in settings that the write did not contain. */
  changedByOthers?: readonly Change[];
  /** Of `incomplete`: the changes that did not take effect. */
  remaining?: readonly Change[];
  /** File with the object as it was. It may contain secrets: only its owner may read it. */
  undoFile?: string;
  /**
   * What to do next, if the outcome is not `applied` or `none`. `retry`: run the command again. `correct`: the API rejected the change;
   * correct the cause first. `plan`: the object is not as planned; plan again. `list`: the object may exist; list first.
   */
  advice?: 'retry' | 'correct' | 'plan' | 'list';
}

/** A step of an apply, for progress. */
export interface ObjectStep {
  step: 'check' | 'ownership' | 'write' | 'read-back';
}

/** What all changes of one apply share. */
export interface ObjectContext {
  /** For everything before the write: ends with the signal. */
  api: ManagementApi;
  /** For the write and the reading back, which must not be cut off. */
  writer: ManagementApi;
  scope: Scope;
  /** Folder of the undo files. */
  undoFolder: string;
  /** Stops before the next write. */
  signal: AbortSignal;
}

/** An object of the API, as far as every kind has it. */
interface LiveObject {
  readonly id: number;
  readonly name?: unknown;
}

/** The planned change of one object: how its kind is read, compared, written and undone. */
export interface ObjectChange<Live extends LiveObject, Change> {
  /** For messages: `job`. */
  readonly noun: string;
  readonly action: AppliedObject<Change>['action'];
  /** For people and the undo file, without secrets. */
  readonly name: string;
  /** By which a new object is found. */
  readonly key: string;
  /** As it was planned against; undefined if it is created. */
  readonly live: Live | undefined;
  /** Undefined if there is none of this id. */
  read(api: ManagementApi, id: number): Promise<Live | undefined>;
  /** All objects: only ids and names are used, and what {@link differences} of a created one compares. */
  list(api: ManagementApi): Promise<readonly Live[]>;
  /** What must be known before a write, such as a proof; it is asked for after the first check, and takes any time. */
  prove?(): Promise<string | undefined>;
  create(api: ManagementApi, known: readonly number[], proof: string | undefined): Promise<{ readonly id: number }>;
  /** @returns the object, and the ids of all objects of its name */
  readCreated(api: ManagementApi, id: number): Promise<{ found: Live | undefined; ids: readonly number[] }>;
  update(api: ManagementApi, id: number, proof: string | undefined): Promise<unknown>;
  /** What differs by meaning. */
  compare(from: Live, to: Live): readonly Change[];
  /** What differs from the plan: in what the write contains, and elsewhere. */
  differences(found: Live): { remaining: readonly Change[]; others: readonly Change[] };
  /** Content of the undo file. @param id 0 before the creation @returns undefined if there is nothing to restore */
  undo(id: number): PlainObject | undefined;
  onStep(step: ObjectStep['step']): void;
}

/** An object after an attempt. */
export interface Attempt<Change> {
  applied: AppliedObject<Change>;
  /** The user ended the run before the object was written. */
  isInterrupted: boolean;
}

/** Opens a connection for writes, which must not be cut off: the signal of the request ends only waits. */
export async function openWriter(
  { credentials, baseURL, onRetry, timeoutMs, retry }: Omit<ConnectOptions, 'signal'>,
  { scope, api, signal }: Pick<ObjectContext, 'scope' | 'api' | 'signal'>,
): Promise<ManagementApi> {
  const access = { ...scope, credentials, baseURL, onRetry, timeoutMs, retry };
  return (await openJobs({ ...access, retrySignal: signal }, undefined, api)).api;
}

/** A write that the API accepted. */
interface Written {
  id: number;
  undo: UndoFile | undefined;
}

/** Another client changed the object since the plan. Nothing was sent. */
class ObjectChanged<Change> extends HeadgateError {
  /** What they changed; empty if it was created or deleted. */
  readonly changes: readonly Change[];

  constructor(noun: string, what: string, changes: readonly Change[] = []) {
    const message = `${what} since the plan, so nothing was written; run headgate ${noun}s plan to see the ${noun} as it is now`;
    super(`${noun}-changed`, message, { kind: 'negative' });
    this.changes = changes;
  }
}

/** A write was sent and failed: the object may have changed. */
class WriteFailed extends Error {
  override readonly name = 'WriteFailed';
  readonly undo: UndoFile | undefined;

  constructor(cause: unknown, undo: UndoFile | undefined) {
    super('the write failed', { cause });
    this.undo = undo;
  }
}

/** What is known about an object after an attempt. */
type Ending<Change> = Omit<AppliedObject<Change>, 'name' | 'id' | 'action'> & { id?: number };

/** Applies one change. Does not throw: the result has the reason of a failure. */
export async function applyObject<Live extends LiveObject, Change>(
  change: ObjectChange<Live, Change>,
  context: ObjectContext,
): Promise<Attempt<Change>> {
  const { name, action, live } = change;
  const attemptOf = (ending: Ending<Change>, isInterrupted = false): Attempt<Change> => ({
    applied: { ...{ name, id: live?.id, action, ...ending } },
    isInterrupted,
  });
  if (action === 'none') return attemptOf({ outcome: 'none' });
  let written: Written;
  try {
    written = await (live === undefined ? create(change, context) : update(change, live, context));
  } catch (error) {
    if (error instanceof WriteFailed) return attemptOf(await afterFailure(change, error, context));
    if (isInterruption(error, context.signal)) {
      const reason = `interrupted before the ${change.noun} was written`;
      return attemptOf({ outcome: 'unchanged', reason, advice: 'retry' }, true);
    }
    const isChanged = error instanceof ObjectChanged;
    const advice = isChanged ? 'plan' : adviceAfter(error);
    const ending: Ending<Change> = { outcome: 'unchanged', reason: failureReason(error), advice };
    const changes: readonly Change[] = isChanged ? error.changes : [];
    return attemptOf(changes.length === 0 ? ending : { ...ending, changedByOthers: changes });
  }
  change.onStep('read-back');
  return attemptOf(await readBack(change, written, context));
}

async function readBack<Live extends LiveObject, Change>(
  change: ObjectChange<Live, Change>,
  { id, undo }: Written,
  { writer }: ObjectContext,
): Promise<Ending<Change>> {
  const { noun, live } = change;
  const known = { id, ...undone(undo) };
  let read: { found: Live | undefined; ids: readonly number[] };
  try {
    read =
      live === undefined ? await change.readCreated(writer, id) : { found: await change.read(writer, id), ids: [] };
  } catch (error) {
    const reason = `the API accepted the change, but reading it back failed: ${failureReason(error)}`;
    return { ...known, outcome: 'unknown', reason, advice: 'retry' };
  }
  const { found, ids } = read;
  if (found === undefined) {
    const reason = `the API accepted the change, but the ${noun} was deleted since`;
    return { ...known, outcome: 'unknown', reason, advice: 'plan' };
  }
  if (ids.length > 1) {
    const reason = `the ${noun} was created, but several ${noun}s with this name exist (ids ${ids.join(', ')}): this run or another client created them; delete those that you do not need`;
    return { ...known, outcome: 'incomplete', reason, advice: 'list' };
  }
  const { remaining, changedByOthers } = differencesOf(change, found);
  if (remaining.length === 0) return { ...known, outcome: 'applied', ...changedByOthers };
  const reason = `the API accepted the change, but the ${noun} that was read back differs from the plan`;
  return { ...known, outcome: 'incomplete', reason, remaining, ...changedByOthers, advice: 'retry' };
}

/** After a failed write: which of the two states is there now? */
async function afterFailure<Live extends LiveObject, Change>(
  change: ObjectChange<Live, Change>,
  { cause, undo }: WriteFailed,
  context: ObjectContext,
): Promise<Ending<Change>> {
  const { noun, live } = change;
  const failure = failureReason(cause);
  if (live === undefined) return await afterFailedCreation(change, { cause, undo }, context);
  const known = undone(undo);
  let found: Live | undefined;
  try {
    found = await change.read(context.writer, live.id);
  } catch (error) {
    if (isRateLimited(cause)) {
      await undo?.discard();
      return { outcome: 'unchanged', reason: failure, advice: 'retry' };
    }
    const reason = `${failure}; reading the ${noun} back failed: ${failureReason(error)}`;
    return { ...known, outcome: 'unknown', reason, advice: 'retry' };
  }
  if (found === undefined) {
    return { ...known, outcome: 'unknown', reason: `${failure}; the ${noun} was deleted since`, advice: 'plan' };
  }
  if (change.compare(live, found).length === 0) {
    // The API may still be processing the write.
    if (isOutcomeUnknown(cause)) return { ...known, outcome: 'unknown', reason: failure, advice: 'retry' };
    await undo?.discard();
    return { outcome: 'unchanged', reason: failure, advice: adviceAfter(cause) };
  }
  const { remaining, changedByOthers } = differencesOf(change, found);
  if (remaining.length === 0) return { ...known, outcome: 'applied', ...changedByOthers };
  const reason = `${failure}; the ${noun} that was read back differs from the plan`;
  return { ...known, outcome: 'incomplete', reason, remaining, ...changedByOthers, advice: 'retry' };
}

/** An object that appeared although its creation was rejected is that of another client: an undo file would disable it. */
async function afterFailedCreation<Live extends LiveObject, Change>(
  change: ObjectChange<Live, Change>,
  { cause, undo }: Pick<WriteFailed, 'cause' | 'undo'>,
  { writer, scope }: ObjectContext,
): Promise<Ending<Change>> {
  const { noun } = change;
  const failure = failureReason(cause);
  if (!isOutcomeUnknown(cause)) {
    await undo?.discard();
    return { outcome: 'unchanged', reason: failure, advice: adviceAfter(cause) };
  }
  let namesakes: Live[];
  try {
    namesakes = (await change.list(writer)).filter((other) => other.name === change.key);
  } catch (error) {
    const reason = `${failure}; reading the ${noun} back failed: ${failureReason(error)}`;
    return { ...undone(undo), outcome: 'unknown', reason, advice: 'list' };
  }
  const [found, ...others] = namesakes;
  const isOurs = found !== undefined && others.length === 0 && change.differences(found).remaining.length === 0;
  if (isOurs) {
    await nameById(undo, change, found.id, scope);
    return { id: found.id, ...undone(undo), outcome: 'applied' };
  }
  await undo?.discard();
  if (found === undefined) return { outcome: 'unknown', reason: failure, advice: 'list' };
  const exist =
    others.length === 0
      ? `a ${noun} with this name exists, and differs from the plan`
      : `several ${noun}s with this name exist (ids ${namesakes.map(({ id }) => id).join(', ')})`;
  return { outcome: 'unknown', reason: `${failure}; ${exist}`, advice: 'list' };
}

/** A change that the API rejected is rejected again. */
function adviceAfter(error: unknown): 'correct' | 'retry' {
  return error instanceof HeadgateError && error.kind === 'negative' ? 'correct' : 'retry';
}

function undone(undo: UndoFile | undefined): { undoFile?: string } {
  return undo === undefined ? {} : { undoFile: undo.path };
}

/** Changes that did not take effect, and changes that this apply did not send. */
function differencesOf<Live extends LiveObject, Change>(
  change: ObjectChange<Live, Change>,
  found: Live,
): { remaining: readonly Change[]; changedByOthers: { changedByOthers?: readonly Change[] } } {
  const { remaining, others } = change.differences(found);
  return { remaining, changedByOthers: others.length === 0 ? {} : { changedByOthers: others } };
}

async function update<Live extends LiveObject, Change>(
  change: ObjectChange<Live, Change>,
  live: Live,
  context: ObjectContext,
): Promise<Written> {
  change.onStep('check');
  await checkUnchanged(change, live, context);
  const proof = await change.prove?.();
  // A question may have taken minutes.
  if (proof !== undefined) await checkUnchanged(change, live, context);
  context.signal.throwIfAborted();
  const undo = await saveUndo(change, change.undo(live.id), context);
  change.onStep('write');
  try {
    await change.update(context.writer, live.id, proof);
  } catch (error) {
    throw new WriteFailed(error, undo);
  }
  return { id: live.id, undo };
}

async function checkUnchanged<Live extends LiveObject, Change>(
  change: ObjectChange<Live, Change>,
  live: Live,
  { api }: ObjectContext,
): Promise<void> {
  const { noun } = change;
  const now = await change.read(api, live.id);
  if (now === undefined) throw new ObjectChanged(noun, `the ${noun} was deleted`);
  const changes = change.compare(live, now);
  if (changes.length > 0) throw new ObjectChanged(noun, `another client changed the ${noun}`, changes);
}

async function create<Live extends LiveObject, Change>(
  change: ObjectChange<Live, Change>,
  context: ObjectContext,
): Promise<Written> {
  const { noun, key } = change;
  const { api, writer, scope, signal } = context;
  const proof = await change.prove?.();
  change.onStep('check');
  const all = await change.list(api);
  if (all.some((other) => other.name === key)) throw new ObjectChanged(noun, `a ${noun} with this name was created`);
  signal.throwIfAborted();
  const content = change.undo(0);
  const { id: _, ...byName } = content ?? {};
  const undo = await saveUndo(change, content && byName, context);
  change.onStep('write');
  const known = all.map(({ id }) => id);
  let id: number;
  try {
    ({ id } = await change.create(writer, known, proof));
  } catch (error) {
    throw new WriteFailed(error, undo);
  }
  await nameById(undo, change, id, scope);
  return { id, undo };
}

/** Adds the id to the undo file of a new object. */
async function nameById<Live extends LiveObject, Change>(
  undo: UndoFile | undefined,
  change: ObjectChange<Live, Change>,
  id: number,
  scope: Scope,
): Promise<void> {
  // Without the id, the file finds the object by its name.
  await undo?.replace(withUndoScope(change.undo(id) ?? {}, scope)).catch(() => {});
}

/** Stores the undo file. @throws HeadgateError `undo-failed` */
async function saveUndo<Live extends LiveObject, Change>(
  { name }: ObjectChange<Live, Change>,
  content: PlainObject | undefined,
  { undoFolder, scope }: ObjectContext,
): Promise<UndoFile | undefined> {
  return content === undefined ? undefined : await writeUndoFile(undoFolder, name, withUndoScope(content, scope));
}
