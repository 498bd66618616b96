// Finds, compiles if needed, and instantiates the WebAssembly kernel. If it cannot run, callers take the slow path: only the time of a
// run depends on it.
import { existsSync, readFileSync } from 'node:fs';
import type { Verdict } from '../../language/filter/index.ts';
import { compileKernel, isKernelStale, KERNEL_FILE } from './compile-kernel.ts';

/** The exports of assembly/index.ts. Addresses are bytes into `memory`; one kernel processes one stream at a time. */
export interface Kernel {
  /** Growing replaces its buffer. */
  readonly memory: { readonly buffer: ArrayBuffer };
  inputStart(): number;
  inputBytes(): number;
  takeInput(bytes: number): void;
  outputEnd(): number;
  makeRoom(keepFrom: number): number;
  inflate(): number;
  takePlain(bytes: number): void;
  stepBytes(): number;
  plainStart(buffer: number): number;
  plainBytes(): number;
  plainBuffers(): number;
  keepPlain(buffer: number, keepFrom: number, end: number): number;
  isBetweenMembers(): number;
  memberCount(): number;
  begin(): void;

  beginRequest(detail: number): void;
  textStart(): number;
  textBytes(): number;
  addFieldKeys(bytes: number): void;
  addSlot(bytes: number): number;
  setTime(unit: number, slot: number): void;
  setRange(since: bigint, until: bigint): void;
  countHours(jobs: number): void;
  countConditions(jobs: number): void;
  countSets(jobs: number): void;
  setExamined(head: number, oneIn: number, hasHints: boolean): void;
  setCustomFields(cutFrom: number): void;
  addJob(): number;
  addCondition(slot: number, test: number, negated: number, onNull: number): number;
  addEqualCondition(first: number, negated: number, onNull: number): number;
  addText(bytes: number): void;
  addFoldedText(bytes: number): void;
  addInteger(value: bigint): number;
  addNode(kind: number, parent: number): number;
  setSampleLimit(job: number, verdict: number, limit: number): void;
  deferNoRecords(kind: number, lines: number): void;
  beginObject(object: number, maxLineBytes: number, defersNoField: boolean): void;
  readLines(at: number, end: number, offset: number): number;
  readUpTo(): number;
  countDeferred(): void;
  verdictOfSampled(job: number): Verdict;
  timeOfSampled(): bigint;
  valueStart(slot: number): number;
  valueEnd(slot: number): number;
  isEscaped(slot: number): number;
  afterLastLineFeed(at: number, end: number): number;
  afterLineFeed(at: number): number;
  linesRead(): number;
  linesOutside(): number;
  linesUntimed(): number;
  linesExamined(): number;
  bytesRead(): number;
  noRecordLines(kind: number): number;
  jobTotals(job: number): number;
  conditionTotals(job: number): number;
  setCount(): number;
  setStart(set: number): number;
  hourCount(): number;
  hourStart(hour: number): number;
  keyCount(): number;
  isKeyTableFull(): number;
  keyStart(key: number): number;
  keyBytes(key: number): number;
  foldFieldCounts(): void;
  fieldTotals(row: number): number;
  clearCounts(): void;

  addSchemaField(kind: number, keyBytes: number): void;
  addNameSet(rules: number): number;
  addName(bytes: number, several: number): number;
  setTimestampFormat(bytes: number, isText: number): void;
  setSchema(eventSlot: number, eventUnit: number, idSlot: number, isWithoutLookups: number): void;
  setCustomBytes(near: number, below: number): void;
  setSchemaTimes(from: bigint, until: bigint): void;
  idsStart(): number;
  idCount(): number;
  clearIds(): void;
  outcomesStart(): number;
  customBytes(): number;

  beginColumns(rows: number, bytes: number, templates: number, hasWhole: boolean): void;
  linesStart(bytes: number): number;
  addLines(at: number, end: number, offset: number): number;
  addLine(at: number, end: number, isOpen: boolean, offset: number): number;
  rowCount(): number;
  columnCount(): number;
  keyOfColumn(column: number): number;
  textCount(column: number): number;
  firstRows(): number;
  firstCodes(column: number): number;
  writeTexts(column: number): number;

  markTexts(length: number, texts: number, base: number): void;
}

/** The part of the global `WebAssembly` that this file uses; Node's types lack it. */
interface Engine {
  validate(bytes: Uint8Array): boolean;
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object): Promise<{ exports: object }>;
  Instance: new (module: object) => { exports: object };
}

/** Missing if Node runs without a compiler (`--jitless`). */
const engine = (globalThis as { WebAssembly?: Engine }).WebAssembly;

let compiled: Promise<object | undefined> | undefined;
/** Set once it is known. */
let compiledModule: object | undefined;

/** Whether the environment disables the kernel (`HEADGATE_KERNEL=off`). It may change between two runs of one process. */
export function isKernelOff(): boolean {
  return process.env.HEADGATE_KERNEL === 'off';
}

/**
 * Loads a new kernel with its own memory (20 MiB at first; unused pages occupy no physical memory).
 * @returns undefined if the environment sets `HEADGATE_KERNEL=off`, if this machine has no WebAssembly with SIMD, or
 * if there is neither a built kernel nor, in a checkout, its compiler
 * @throws Error if the sources in a checkout do not compile
 */
export async function loadKernel(): Promise<Kernel | undefined> {
  const module = await compileKernelOnce();
  return module && ((await engine!.instantiate(module)).exports as Kernel);
}

/** Returns another kernel with its own memory. @returns undefined as {@link loadKernel}, and before {@link compileKernelOnce} is done */
export function anotherKernel(): Kernel | undefined {
  if (isKernelOff() || compiledModule === undefined) return undefined;
  return new engine!.Instance(compiledModule).exports as Kernel;
}

/** Compiles the kernel once, to pass it to other threads, which then need not compile it. @returns undefined as {@link loadKernel} */
export function compileKernelOnce(): Promise<object | undefined> {
  if (isKernelOff() || engine === undefined) return Promise.resolve(undefined);
  compiled ??= readModule(engine).then((module) => {
    compiledModule = module;
    return module;
  });
  return compiled;
}

/** Makes {@link loadKernel} use a kernel that another thread has compiled. */
export function useCompiledKernel(module: object): void {
  compiledModule = module;
  compiled = Promise.resolve(module);
}

async function readModule({ validate, compile }: Engine): Promise<object | undefined> {
  if (isKernelStale() && !(await compileKernel())) return undefined;
  if (!existsSync(KERNEL_FILE)) return undefined;
  const bytes = readFileSync(KERNEL_FILE);
  return validate(bytes) ? compile(bytes) : undefined;
}
