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

type SdkTransformers = Parameters<ApiRequest['send']>[0]['logpush']['transformers'];

/** Creates the functions. */
export function transformerRequests(connection: Connection) {
  /** A request of an account. */
  const requestOf = (
    account: string,
    action: string,
    send: (transformers: SdkTransformers, options: Parameters<ApiRequest['send']>[1]) => ReturnType<ApiRequest['send']>,
  ): ApiRequest => ({
    ...{ permission: permissionOf({ account }), advice: { 'api-too-large': 'shorten the SQL' } },
    action,
    send: ({ logpush }, options) => send(logpush.transformers, options),
  });

  const listTransformers = (account: string): Promise<readonly ApiTransformer[]> => {
    const request = requestOf(account, `list the transformers of the account ${account}`, (all, options) =>
      all.list(accountOf(account), options),
    );
    return requestWholeList(connection, request, apiTransformers, 'transformer', 'transformers');
  };

  const readTransformer = (account: string, id: number): Promise<ApiTransformer | undefined> => {
    const request = requestOf(account, `read the transformer ${id} of the account ${account}`, (all, options) =>
      all.get(id, accountOf(account), options),
    );
    return requestIfPresent(connection, request, apiTransformer);
  };

  const readTransformerCode = async (account: string, id: number): Promise<string | undefined> => {
    const request = requestOf(
      account,
      `read the SQL of the transformer ${id} of the account ${account}`,
      (all, options) => all.content.get(id, accountOf(account), options),
    );
    return (await requestIfPresent(connection, request, transformerContent))?.content;
  };

  return {
    listTransformers,
    readTransformer,
    readTransformerCode,

    listTransformerVersions: (account, id, most) => {
      const request = requestOf(
        account,
        `list the versions of the transformer ${id} of the account ${account}`,
        (all, options) => all.versions.list(id, { ...accountOf(account), limit: most }, options),
      );
      return requestResult(connection, request, transformerVersions);
    },

    createTransformer: (account, body, known) =>
      writeOnce(connection, {
        request: requestOf(
          account,
          `create the transformer ${JSON.stringify(body.name)} of the account ${account}`,
          (all, options) => all.create({ ...body, ...accountOf(account) }, options),
        ),
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
        request: requestOf(account, `update the transformer ${id} of the account ${account}`, (all, options) =>
          all.update(id, { ...body, ...accountOf(account) }, options),
        ),
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

    previewTransformer: (account, sql, line) => {
      const request = requestOf(account, 'preview a transformer on the platform', (all, options) => {
        // Text, because an object cannot express a timestamp in nanoseconds exactly.
        const body = `{"sql":${JSON.stringify(sql)},"input":${line}}`;
        const headers = { 'content-type': 'application/json' };
        const params = accountOf(account) as TransformerPreviewParams;
        return all.preview(params, { ...options, body, headers } as typeof options);
      });
      return requestResult(connection, { ...request, isExact: true }, previewedRecords);
    },
  } satisfies Partial<ManagementApi>;
}
