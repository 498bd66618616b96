// The routes of a dataset: its fields and its jobs. docs/platform.md, "Management API".
import type { Context } from 'hono';
import type { Dataset, Field } from '../../../language/dataset/index.ts';
import { type JobScope, presentJob } from '../../state/job-config.ts';
import type { ApiContext } from '../api-context.ts';
import { answer } from '../envelope.ts';
import { apiError } from '../request/api-error.ts';
import { CODES } from '../request/error-codes.ts';
import type { Routes } from '../routes.ts';
import { datasetIn, wrongDataset } from './check-job.ts';

/** Returns the routes. */
export function datasetRoutes({ state }: ApiContext): Routes {
  const { jobs } = state;
  return {
    '/logpush/datasets/:dataset/fields': {
      GET: (c, scope) => answer(c, fieldsOf(datasetOf(c, scope))),
    },
    '/logpush/datasets/:dataset/fields/default': {
      GET: (c, scope) => answer(c, fieldsOf(datasetOf(c, scope), isDefault)),
    },
    '/logpush/datasets/:dataset/jobs': {
      GET: (c, scope) => {
        const { name } = datasetOf(c, scope);
        const found = jobs.list(scope).filter(({ config }) => config.dataset === name);
        return answer(c, found.map(presentJob));
      },
    },
  };
}

function datasetOf(c: Context, scope: JobScope): Dataset {
  const name = c.req.param('dataset')!;
  const dataset = datasetIn(name, scope);
  if (dataset === undefined) throw apiError(404, CODES.jobInvalid, wrongDataset(name, scope));
  return dataset;
}

/** Which fields are the default is not public: all that are neither deprecated nor objects; ours. */
function isDefault({ deprecated, type }: Field): boolean {
  return deprecated !== true && !type.includes('object');
}

/** Maps the names of fields that are still pushed to their types, as the documentation writes them. */
function fieldsOf({ fields }: Dataset, isAsked = (_: Field): boolean => true): Record<string, string> {
  return Object.fromEntries(
    [...fields.values()]
      .filter((field) => field.removed === undefined && isAsked(field))
      .map(({ name, type }) => [name, type === 'timestamp' ? 'int or string' : type]),
  );
}
