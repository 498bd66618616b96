// Runs DuckDB and chdb as sides of a comparison: detects installed engines, queries them, and compares their results
// with headgate's. The queries are in peers/.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ColumnFigures, PeerAnswer } from './peers/question.ts';
import type { TimedCommand } from './timed-command.ts';

const PEERS = join(import.meta.dirname, 'peers');

/** An engine installed on this machine. */
export interface Peer {
  /** Name of its script in peers/. */
  name: 'duckdb' | 'chdb';
  version: string;
}

/** The parts of headgate's report to compare with a peer's answer. */
export interface ComparedReport {
  lines: { read: number };
  jobs: { kept: { lines: number }; fields?: ColumnFigures[] }[];
  fields?: ColumnFigures[];
}

/**
 * Queries the version of each engine.
 * @param onMissing receives a message, with the fix, for each engine that does not answer
 */
export function installedPeers(onMissing: (message: string) => void): Peer[] {
  const found: Peer[] = [];
  for (const name of ['duckdb', 'chdb'] as const) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(PEERS, `${name}.ts`), 'version'], {
      encoding: 'utf8',
    });
    if (status === 0) found.push({ name, version: stdout.trim() });
    else {
      const reason = /^\w*Error.*?(?= imported from |$)/m.exec(stderr)?.[0] ?? 'found no answer, expected its version';
      onMissing(`cannot use ${name}: ${reason}; install it: npm ci --prefix bench/peers`);
    }
  }
  return found;
}

/** Returns a command that queries a peer. */
export function asking(name: string, peer: Peer, mode: 'count' | 'full' | 'substring', files: string[]): TimedCommand {
  return { name, command: process.execPath, args: [join(PEERS, `${peer.name}.ts`), mode, ...files] };
}

/**
 * Compares an answer with headgate's report: the number of kept lines, and for each column the lines in which it is
 * neither null nor empty, over all lines and over kept ones. Does not compare bytes: a peer counts unescaped values.
 * @throws Error if they differ
 */
export function assertSame(name: string, answer: PeerAnswer, report: ComparedReport): void {
  const [job] = report.jobs;
  const differences = [differ('kept', answer.kept, job?.kept.lines)];
  if (answer.fields !== undefined) {
    differences.push(differ('lines', answer.lines, report.lines.read));
    differences.push(...differingFields('fields', answer.fields, report.fields ?? []));
    differences.push(...differingFields('fields of kept lines', answer.keptFields ?? [], job?.fields ?? []));
  }
  const first = differences.find((difference) => difference !== undefined);
  if (first !== undefined) throw new Error(`cannot compare ${name} with headgate: ${first}`);
}

function differ(what: string, peer: number | undefined, own: number | undefined): string | undefined {
  return peer === own ? undefined : `${what}: found ${peer}, expected headgate's ${own}`;
}

function differingFields(what: string, peer: ColumnFigures[], own: ColumnFigures[]): (string | undefined)[] {
  const wanted = new Map(own.map((field) => [field.name, field.lines - field.empty]));
  return [
    ...peer.map(({ name, lines, empty }) => differ(`${what}, ${name} not empty`, lines - empty, wanted.get(name) ?? 0)),
    differ(`${what}, count`, peer.length, own.length),
  ];
}
