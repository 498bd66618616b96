// The requests for transformers, which belong to accounts. docs/platform.md, "Transformers".
import type { TransformerPreviewParams } from 'cloudflare/resources/logpush/transformers/transformers';
import { printPlural } from '../../base/index.ts';
import { accountOf, permissionOf } from './api-owners.ts';
import type { ApiTransformer, ManagementApi, TransformerBody } from './management-api.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { LOOK_UPS } from './request/request-limits.ts';
import { requestIfPresent, requestResult, requestWholeList } from './request/request-result.ts';
import {
  apiTransformer,
  apiTransformers,
  previewedRecords,
  transformerContent,
  transformerVersions,
} from './result-schemas.ts';
import { hasValues } from './write/same-values.ts';
import { findCreated, writeOnce } from './write/write-once.ts';

const LIST = 'list the transformers (headgate transformers list)';

/** Creates the functions. */
export function transformerRequests(connection: Connection) {
  /** What all requests of an account share. */
  const of = (account: string) =>
    ({
      permission: permissionOf({ account }),
      advice: { 'api-too-large': 'shorten the SQL' },
    }) satisfies Partial<ApiRequest>;

  const listTransformers = (account: string): Promise<readonly ApiTransformer[]> =>
    requestWholeList(
      connection,
      {
        ...of(account),
        action: `list the transformers of the account ${account}`,
        send: ({ logpush }, options) => logpush.transformers.list(accountOf(account), options),
      },
      apiTransformers,
      'transformer',
      'transformers',
    );

  const readTransformer = (account: string, id: number): Promise<ApiTransformer | undefined> =>
    requestIfPresent(
      connection,
      {
        ...of(account),
        action: `read the transformer ${id} of the account ${account}`,
        send: ({ logpush }, options) => logpush.transformers.get(id, accountOf(account), options),
      },
      apiTransformer,
    );

  const readTransformerCode = async (account: string, id: number): Promise<string | undefined> => {
    const found = await requestIfPresent(
      connection,
      {
        ...of(account),
        action: `read the SQL of the transformer ${id} of the account ${account}`,
        send: ({ logpush }, options) => logpush.transformers.content.get(id, accountOf(account), options),
      },
      transformerContent,
    );
    return found?.content;
  };

  return {
    listTransformers,
    readTransformer,
    readTransformerCode,

    listTransformerVersions: (account, id, most) =>
      requestResult(
        connection,
        {
          ...of(account),
          action: `list the versions of the transformer ${id} of the account ${account}`,
          send: ({ logpush }, options) =>
            logpush.transformers.versions.list(id, { ...accountOf(account), limit: most }, options),
        },
        transformerVersions,
      ),

    createTransformer: (account, body, known) =>
      writeOnce(connection, {
        request: {
          ...of(account),
          action: `create the transformer ${JSON.stringify(body.name)} of the account ${account}`,
          send: ({ logpush }, options) => logpush.transformers.create({ ...body, ...accountOf(account) }, options),
        },
        schema: apiTransformer,
        // The caller reads the SQL back.
        lookUp: async () => {
          const { name, description } = body;
          const created = (await listTransformers(account)).filter((one) => !known.includes(one.id));
          return findCreated(
            created.filter((one) => one.name === name),
            (one) => hasValues(one, { description }, []),
            (count) => `${printPlural(count, 'new transformer')} of the same name`,
          );
        },
        lookUps: LOOK_UPS,
        isCreation: true,
        advice: `${LIST} before you run the command again`,
      }),

    updateTransformer: (account, id, body) =>
      writeOnce(connection, {
        request: {
          ...of(account),
          action: `update the transformer ${id} of the account ${account}`,
          send: ({ logpush }, options) => logpush.transformers.update(id, { ...body, ...accountOf(account) }, options),
        },
        schema: apiTransformer,
        lookUp: async () => {
          const [found, code] = [await readTransformer(account, id), await readTransformerCode(account, id)];
          if (found === undefined || code === undefined) return { state: 'unclear', found: 'the transformer is gone' };
          const sent: TransformerBody = body;
          return hasValues({ ...found, code }, { ...sent }, [])
            ? { state: 'done', result: found }
            : { state: 'absent' };
        },
        advice: 'run the command again: it compares the transformer first',
      }),

    previewTransformer: async (account, sql, line) =>
      await requestResult(
        connection,
        {
          ...of(account),
          action: `preview a transformer on the platform`,
          send: ({ logpush }, options) => {
            // Text, because an object cannot express a timestamp in nanoseconds exactly.
            const body = `{"sql":${JSON.stringify(sql)},"input":${line}}`;
            const headers = { 'content-type': 'application/json' };
            const params = accountOf(account) as TransformerPreviewParams;
            return logpush.transformers.preview(params, { ...options, body, headers } as typeof options);
          },
        },
        previewedRecords,
      ),
  } satisfies Partial<ManagementApi>;
}
