// The routes of transformers. Texts of errors that the platform documents are its own; others are ours. docs/platform.md, "Transformers".
import type { Context } from 'hono';
import { z } from 'zod';
import { printCount, startOf } from '../../../base/index.ts';
import { DOCUMENTED_SQL_BYTES, readTransformer, type Transformer } from '../../../language/transformer/index.ts';
import { evaluatorAsPlatform, reasonOf } from '../../push/line-chunk.ts';
import type { JobConfig } from '../../state/job-config.ts';
import type { State } from '../../state/state.ts';
import type { StoredTransformer } from '../../state/transformer-store.ts';
import { answer, answerJson } from '../envelope.ts';
import { ApiError, apiError, CODES, messageAt } from '../request/api-error.ts';
import { MAX_MESSAGES, parseBody, readBody, readExactBody } from '../request/read-body.ts';
import { readCount } from '../request/read-query.ts';
import type { ApiContext, Routes } from '../routes.ts';

/** Bytes. docs/platform.md, "Transformers". */
const MAX_NAME = 255;

const MAX_DESCRIPTION = 4096;

/** Versions of an answer. Not public; ours. */
const MAX_VERSIONS = 1000;

const MAX_ID = 999_999_999;

const ID = /^[1-9][0-9]{0,8}$/;

/** Longest id that a message repeats. Characters. */
const MAX_SHOWN_ID = 40;

const limited = (most: number) =>
  z.string('a string').refine((text) => Buffer.byteLength(text) <= most, `at most ${printCount(most)} bytes`);

/** Keys that no call sets: a client may send back what it has read. `name` and `code` have messages of their own. */
const bodySchema = z.strictObject({
  name: limited(MAX_NAME).optional(),
  code: z.string('a string').optional(),
  description: limited(MAX_DESCRIPTION).nullish(),
  ...Object.fromEntries(
    ['id', 'dataset', 'created_at', 'updated_at', 'associated_jobs'].map((key) => [key, z.unknown().optional()]),
  ),
});

/** Returns the routes. */
export function transformerRoutes({ state, stamp }: ApiContext): Routes {
  const { transformers } = state;
  const transformerOf = (c: Context): StoredTransformer => {
    const id = c.req.param('transformer')!;
    const found = ID.test(id) ? transformers.get(Number(id)) : undefined;
    if (found !== undefined) return found;
    throw apiError(404, CODES.transformerMissing, `transformer '${startOf(id, MAX_SHOWN_ID)}' not found`);
  };
  return {
    '/logpush/transformers': {
      GET: (c) =>
        answer(
          c,
          transformers.list().map((one) => present(one, state)),
        ),
      POST: async (c) => {
        const { name, code, description } = parseBody(bodySchema, await readBody(c), CODES.transformerInvalid);
        const change = { name: required('name', name), description: description ?? '', sql: sqlOf(code) };
        return answer(c, present(transformers.create(change, stamp()), state));
      },
    },
    // Before the route of one transformer, whose id it would be.
    '/logpush/transformers/preview': {
      POST: async (c) => {
        const body = await readExactBody(c);
        const [sql, input] = [body.get('sql'), body.get('input')];
        const transformer = checked(typeof sql === 'string' ? sql : required('sql', undefined));
        if (!(input instanceof Map)) throw invalid('missing required field: input');
        const result = evaluatorAsPlatform(transformer)(input);
        if (result.outcome === 'dropped') return answer(c, null);
        if (result.outcome !== 'rows') throw invalid(`cannot transform the record: ${reasonOf(transformer, result)}`);
        return answerJson(c, `[${result.rows.map((row) => transformer.printRow(row)).join()}]`);
      },
    },
    '/logpush/transformers/:transformer': {
      GET: (c) => answer(c, present(transformerOf(c), state)),
      PUT: async (c) => {
        const { name, code, description } = parseBody(bodySchema, await readBody(c), CODES.transformerInvalid);
        // After the body: the transformer may have changed while it arrived.
        const { id } = transformerOf(c);
        const change = { name: required('name', name), description: description ?? '' };
        const sql = code === undefined ? undefined : sqlOf(code);
        const other = jobsOf(state, id).find(({ config }) => sql !== undefined && config.dataset !== sql.dataset);
        if (other !== undefined) throw invalid(otherDataset(id, sql!.dataset, other.config));
        const updated = transformers.update(id, { ...change, ...(sql !== undefined && { sql }) }, stamp());
        return answer(c, present(updated!, state));
      },
      DELETE: (c) => {
        const { id } = transformerOf(c);
        const jobs = jobsOf(state, id);
        if (jobs.length > 0) {
          const ids = jobs.map((job) => job.id).join(', ');
          const message = `transformer ${id} cannot be deleted: it is referenced by active logpush jobs: ${ids}`;
          throw apiError(409, CODES.transformerInUse, message);
        }
        transformers.delete(id);
        return answer(c, { id });
      },
    },
    '/logpush/transformers/:transformer/content': {
      GET: (c) => {
        const { id, code } = transformerOf(c);
        const version = readCount(c, 'version_id', 0, MAX_ID);
        const content = version === 0 ? code : transformers.codeOf(id, version);
        if (content !== undefined) return answer(c, { content });
        throw apiError(404, CODES.transformerMissing, `version ${version} of transformer ${id} not found`);
      },
    },
    '/logpush/transformers/:transformer/versions': {
      GET: (c) =>
        answer(c, transformers.versions(transformerOf(c).id, readCount(c, 'limit', MAX_VERSIONS, MAX_VERSIONS))),
    },
  };
}

/** Checks the transformer of a job. @throws ApiError 400 */
export function checkTransformer(config: JobConfig, { transformers }: State): void {
  const { transformer_id: id, dataset, output_options: options = {} } = config;
  if (id === undefined) return;
  const reject = (message: string): ApiError => apiError(400, CODES.jobInvalid, message);
  const found = transformers.get(id);
  if (found === undefined) throw reject(`transformer ${id} not found for this account`);
  if (found.dataset !== dataset) throw reject(otherDataset(id, found.dataset, config));
  // The words for these are not public; ours. What a template does with a transformed record is documented nowhere.
  if (options.output_type === 'csv') throw reject(`transformer ${id} requires output_type ndjson: found csv`);
  if (options.record_template) {
    throw reject(`transformer ${id} cannot be used with record_template: the platform documents no order of the two`);
  }
}

function otherDataset(id: number, dataset: string, job: JobConfig): string {
  return `transformer ${id} dataset "${dataset}" does not match job dataset "${job.dataset}"`;
}

function invalid(message: string): ApiError {
  return apiError(400, CODES.transformerInvalid, message);
}

function required(key: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw invalid(`missing required field: ${key}`);
  return text;
}

function sqlOf(code: string | undefined): { code: string; dataset: string } {
  const sql = required('code', code);
  return { code: sql, dataset: checked(sql).dataset.name };
}

/** @throws ApiError 413 above the documented limit, 400 with all problems */
function checked(sql: string): Transformer {
  if (Buffer.byteLength(sql) > DOCUMENTED_SQL_BYTES) {
    const message = `transformer SQL too large: expected at most ${printCount(DOCUMENTED_SQL_BYTES)} bytes`;
    throw apiError(413, CODES.transformerInvalid, message);
  }
  const { transformer, problems } = readTransformer(sql);
  if (transformer !== undefined) return transformer;
  const errors = problems.filter(({ severity }) => severity === 'error').slice(0, MAX_MESSAGES);
  throw new ApiError(
    400,
    errors.map(({ message }) => messageAt(CODES.transformerInvalid, message)),
  );
}

/** The jobs that refer to a transformer, also disabled ones: which the platform calls active is not documented. */
function jobsOf({ jobs }: State, id: number) {
  return (['zone', 'account'] as const).flatMap((scope) =>
    jobs
      .list(scope)
      .filter(({ config }) => config.transformer_id === id)
      .map((job) => ({ ...job, scope })),
  );
}

/** The API omits an empty description. */
function present({ code: _, description, ...transformer }: StoredTransformer, state: State): object {
  const { zoneId, accountId } = state.identity;
  return {
    ...transformer,
    ...(description !== '' && { description }),
    associated_jobs: jobsOf(state, transformer.id).map(({ id, config, scope }) => ({
      ...{ id, name: config.name ?? '', object_type: scope, object_tag: scope === 'zone' ? zoneId : accountId },
    })),
  };
}
