// Names the machine of a measurement, and stores raw runs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** Describes the machine in one line. */
export function machineName(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`;
}

/** Stores raw figures in bench/runs/<date>-<name>.json. @returns the path */
export function keepRun(name: string, figures: object): string {
  const folder = join(import.meta.dirname, 'runs');
  mkdirSync(folder, { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const path = join(folder, `${date}-${name}.json`);
  writeFileSync(path, `${JSON.stringify({ date, machine: machineName(), ...figures }, null, 1)}\n`);
  return path;
}
