// Finds the lines that the cases of a suite name by file and RayID. Reads each file once, to its end: a RayID must be unique in it.
import { HeadgateError, type JsonObject, printCount } from '../../base/index.ts';
import { feedObject, isMarkupRead, readerOptionsOf } from '../../input/objects/index.ts';
import { createRecordReader } from '../../input/record/index.ts';
import { listSources } from '../../input/sources/index.ts';
import { type Dataset, RAY_FIELD } from '../../language/dataset/index.ts';
import type { Job } from '../../language/job/index.ts';
import { resolveForm } from '../request/logs-request.ts';

/** The line with a RayID, or why there is not exactly one: `found X, expected Y`. */
type FoundLine = { record: JsonObject } | { problem: string };

/** How the files are read. */
interface FindRequest {
  dataset: Dataset;
  /** Jobs that may have written the files. */
  jobs: readonly Job[];
  signal: AbortSignal;
}

/**
 * Finds lines in one file.
 * @param path of the file
 * @returns by RayID
 */
export async function findLines(
  path: string,
  rays: ReadonlySet<string>,
  request: FindRequest,
): Promise<Map<string, FoundLine>> {
  try {
    return await readRays(path, rays, request);
  } catch (error) {
    if (!(error instanceof HeadgateError) || request.signal.aborted) throw error;
    return new Map([...rays].map((ray) => [ray, { problem: error.message }]));
  }
}

async function readRays(
  path: string,
  rays: ReadonlySet<string>,
  { dataset, jobs, signal }: FindRequest,
): Promise<Map<string, FoundLine>> {
  const reading = resolveForm();
  const source = { sources: [path], range: {}, slackMs: undefined, connection: {}, signal };
  const { objects } = await listSources(source, jobs);
  const found = new Map<string, { record: JsonObject; lines: number }>();
  let damage: string | undefined;
  for (const item of objects) {
    const reader = createRecordReader(readerOptionsOf(item, dataset, reading), {
      record: (record) => {
        const ray = record.get(RAY_FIELD);
        if (typeof ray !== 'string' || !rays.has(ray)) return;
        const known = found.get(ray);
        if (known === undefined) found.set(ray, { record: record.toMap(), lines: 1 });
        else known.lines += 1;
      },
      blank: () => {},
      malformed: () => {},
      countsMalformed: () => true,
      remark: (remark) => {
        if (remark.damaged) damage ??= remark.message;
      },
    });
    await feedObject(item, reader, {
      signal,
      isMarkupRead: isMarkupRead(item, reading),
      onChunk: () => !signal.aborted,
      onProblem: ({ message }) => {
        damage ??= message;
      },
    });
  }
  return new Map([...rays].map((ray) => [ray, lineOf(found.get(ray), ray, path, damage)]));
}

function lineOf(
  found: { record: JsonObject; lines: number } | undefined,
  ray: string,
  path: string,
  damage: string | undefined,
): FoundLine {
  if (found?.lines === 1) {
    if (damage === undefined) return { record: found.record };
    return {
      problem: `cannot check that ${RAY_FIELD} ${JSON.stringify(ray)} is unique in ${path}: found 1 line in a part of the file, expected a file that can be read completely: ${damage}`,
    };
  }
  const count = found === undefined ? 'no line' : `${printCount(found.lines)} lines`;
  const reason = damage === undefined ? '' : `; the file could not be read completely: ${damage}`;
  return {
    problem: `found ${count} with ${RAY_FIELD} ${JSON.stringify(ray)} in ${path}, expected one${reason}`,
  };
}
