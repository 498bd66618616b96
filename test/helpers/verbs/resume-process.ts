// A verb in its own process, which the test kills: reports its progress, then its result.
import { compare, estimate, indexLogs, replay, validate } from '../../../src/index.ts';

const VERBS = { replay, compare, estimate, validate, indexLogs };

const [verb, request] = process.argv.slice(2) as [keyof typeof VERBS, string];
const run = VERBS[verb] as (request: object) => Promise<object>;
const result = await run({ ...JSON.parse(request), onProgress: () => process.send!({ progress: true }) });
process.send!({ result }, () => process.disconnect());
