// The request of a migration of pools, and its access to the API.
import { resolve } from 'node:path';
import { HeadgateError, isApiId } from '../../base/index.ts';
import { type ConnectOptions, connectApi, MAX_BLOCK_MS, RETRY_DELAY_MS } from '../../cloud/api/index.ts';
import {
  type AccountState,
  countRequests,
  defaultBackupPath,
  type MigrationApi,
  type MigrationStep,
  readAccount,
} from '../../cloud/pools/index.ts';

/** The account to migrate. */
export interface PoolsRequest extends ConnectOptions {
  /** Identifier of the account. */
  readonly account: string;
  /** Path of the backup. The progress file is beside it. @default `headgate-pools-<account>.json` in the working directory */
  readonly backup?: string | undefined;
  /** Called before each step. */
  readonly onStep?: ((step: MigrationStep) => void) | undefined;
}

/** A migration to plan. */
export interface MigratePoolsPlanRequest extends PoolsRequest {
  /** Id of a webhook that receives the alerts of every migrated pool too. @default none */
  readonly webhook?: string | undefined;
  /** Migrates the valid addresses of pools with problems, and clears these pools. @default false */
  readonly force?: boolean | undefined;
  /** Most pools of a policy. @default no limit */
  readonly poolsPerPolicy?: number | undefined;
}

/** What the verbs need of a request. */
interface OpenPools {
  readonly account: string;
  readonly backup: string;
  /** Ends with the signal. */
  readonly reader: MigrationApi;
  /** The signal ends waits, but cuts off no request. */
  readonly writer: MigrationApi;
  readonly onStep: (step: Omit<MigrationStep, 'requests'>) => void;
  readonly countRequests: () => number;
  /** First wait for the API. Milliseconds. */
  readonly delayMs: number;
  readonly signal: AbortSignal;
}

/** Reads the account with its pages as steps. @throws HeadgateError as `readAccount` */
export function readOpenPools({ account, reader: api, onStep }: OpenPools): Promise<AccountState> {
  return readAccount({ api, account, onPage: (done, total) => onStep({ step: 'list', done, total }) });
}

/**
 * Connects.
 * @throws HeadgateError `account-invalid`, and as `connectApi`
 */
export async function openPools(request: PoolsRequest): Promise<OpenPools> {
  const { account, backup, onStep = () => {}, signal = new AbortController().signal } = request;
  // Thousands of requests exceed the rate limit: each wait for the end of its window is accepted.
  const { retry = { delayMs: RETRY_DELAY_MS, maxRetryAfterMs: MAX_BLOCK_MS } } = request;
  const options = { ...request, retry };
  if (!isApiId(account)) {
    throw new HeadgateError(
      'account-invalid',
      `cannot open the account ${account}: found another text than an identifier, expected 32 hexadecimal digits`,
    );
  }
  const reader = await connectApi({ ...options, signal });
  let requests = 0;
  const counted = (api: MigrationApi): MigrationApi =>
    countRequests(api, (count) => {
      requests += count;
    });
  return {
    account,
    // Absolute: a runner such as npm may start the program in another folder than the user's.
    backup: resolve(backup ?? defaultBackupPath(account)),
    reader: counted(reader),
    writer: counted(await connectApi({ ...options, signal: undefined, retrySignal: signal }, reader)),
    onStep: (step) => onStep({ ...step, requests }),
    countRequests: () => requests,
    delayMs: options.retry?.delayMs ?? RETRY_DELAY_MS,
    signal,
  };
}
