// Measures the targets that compare headgate with the better of two engines: a count and a full report, gzip and plain.
import { ERRORS, PAGES } from './filters.ts';
import type { GeneratedObjects } from './generated-logs.ts';
import { replaying } from './headgate-command.ts';
import { asking, assertSame, type ComparedReport, type Peer } from './peer-commands.ts';
import type { PeerAnswer } from './peers/question.ts';
import { type Measured, medianSeconds, OWN, ratioText, speedText } from './target-row.ts';
import { alternate, type TimedCommand, type TimedRun } from './timed-command.ts';

interface Work {
  name: string;
  mode: 'count' | 'full';
  form: 'gzip' | 'plain';
  /** Peers that the target refers to. */
  against: readonly Peer['name'][];
  /** Target, as a multiple of their speed. */
  target: number;
}

const WORKS: readonly Work[] = [
  { name: 'count, gzip', mode: 'count', form: 'gzip', against: ['duckdb', 'chdb'], target: 3.5 },
  { name: 'count, plain', mode: 'count', form: 'plain', against: ['duckdb', 'chdb'], target: 3 },
  { name: 'full report, gzip', mode: 'full', form: 'gzip', against: ['duckdb'], target: 3.5 },
  { name: 'full report, plain', mode: 'full', form: 'plain', against: ['duckdb'], target: 3 },
];

/** Target for a count of gzip objects, as a multiple of the better peer's speed; the bucket's row uses it too. */
export const GZIP_COUNT_TARGET = WORKS[0]!.target;

/** Threads of every side. */
export const THREADS = 2;

/** The measured rows, and the best time of a peer for the count of gzip objects. */
export interface MeasuredPeers extends Measured {
  /** Seconds; absent without peers. */
  gzipCountSeconds?: number;
}

/**
 * Measures all four.
 * @param onProgress receives the name of each measurement before it starts
 * @throws Error if a peer's answer differs
 */
export async function measureAgainstPeers(
  objects: GeneratedObjects,
  peers: readonly Peer[],
  rounds: number,
  onProgress: (work: string) => void,
): Promise<MeasuredPeers> {
  const all: MeasuredPeers = { rows: [], runs: new Map() };
  const runs = new Map<string, readonly TimedRun[]>();
  for (const work of WORKS) {
    onProgress(work.name);
    const sides = sidesOf(work, objects[work.form], peers);
    const measured = await alternate(sides, rounds);
    for (const [name, list] of measured) runs.set(name, list);
    const report = answerOf<ComparedReport>(measured, ownName(work));
    for (const { name } of sides.slice(1)) assertSame(name, answerOf<PeerAnswer>(measured, name), report);
    const own = medianSeconds(measured, ownName(work));
    const others = peers
      .filter(({ name }) => work.against.includes(name))
      .map(({ name }) => ({ name, seconds: medianSeconds(measured, `${name} ${work.name}`) }))
      .sort((a, b) => a.seconds - b.seconds);
    const best = others[0];
    const target = `≥ ${work.target} × ${work.against.join(' or ')}`;
    const ownText = speedText(objects.bytes, own);
    if (best === undefined) {
      all.rows.push({ work: work.name, target, measured: `${ownText}, no peer` });
      continue;
    }
    const ratio = best.seconds / own;
    const otherText = others.map(({ name, seconds }) => `${name} ${speedText(objects.bytes, seconds)}`).join(', ');
    all.rows.push({
      work: work.name,
      target,
      measured: `${ratioText(ratio)} × ${best.name} (${ownText}; ${otherText})`,
      isMet: ratio >= work.target,
    });
    if (work === WORKS[0]) all.gzipCountSeconds = best.seconds;
  }
  return { ...all, runs };
}

function ownName(work: Work): string {
  return `${OWN} ${work.name}`;
}

/**
 * headgate comes first. The counts also record chdb's substring search; it parses no JSON, so no target refers to it.
 */
function sidesOf(work: Work, files: string[], peers: readonly Peer[]): TimedCommand[] {
  const flags = ['--threads', String(THREADS), ...(work.mode === 'count' ? ['--counts'] : [])];
  const chdb = work.mode === 'count' ? peers.find(({ name }) => name === 'chdb') : undefined;
  return [
    replaying(ownName(work), files, [work.mode === 'count' ? ERRORS : PAGES], flags),
    ...peers.map((peer) => asking(`${peer.name} ${work.name}`, peer, work.mode, files)),
    ...(chdb === undefined ? [] : [asking(`chdb substring ${work.name}`, chdb, 'substring', files)]),
  ];
}

function answerOf<Answer>(runs: ReadonlyMap<string, readonly TimedRun[]>, name: string): Answer {
  return JSON.parse(runs.get(name)?.at(-1)?.output ?? 'null') as Answer;
}
