// The routes of the secrets of the edge script. No answer contains a value. docs/platform.md, "Management API".
import type { Context } from 'hono';
import { z } from 'zod';
import { printCount, startOf } from '../../../base/index.ts';
import { edgeVariables } from '../../bucket/edge-options.ts';
import { BUCKET_BINDING, EDGE_SCRIPT_NAME, MAX_SECRET_BYTES, SECRET_NAME } from '../../edge/index.ts';
import { answer } from '../envelope.ts';
import { apiError, CODES } from '../request/api-error.ts';
import { parseBody, readBody } from '../request/read-body.ts';
import type { ApiContext, Routes } from '../routes.ts';

const TYPE = 'secret_text';
/** Longest name that a message repeats. Characters. */
const MAX_SHOWN_NAME = 80;
/** What the script has by these names already. */
const TAKEN: readonly string[] = [BUCKET_BINDING, ...Object.keys(edgeVariables({}))];

const secretSchema = z.strictObject({
  name: z.string('the name of a secret'),
  text: z.string('the value of the secret'),
  type: z.literal(TYPE, TYPE),
});

/** Returns the routes. */
export function secretRoutes({ state: { resources }, buckets }: ApiContext): Routes {
  const secretOf = (c: Context): string => {
    checkScript(c);
    const name = c.req.param('secret')!;
    if (!Object.hasOwn(resources.secrets() ?? {}, name)) throw noSecret(name);
    return name;
  };
  return {
    '/workers/scripts/:script/secrets': {
      GET: (c) => {
        checkScript(c);
        return answer(c, Object.keys(resources.secrets() ?? {}).map(presentSecret));
      },
      PUT: async (c) => {
        checkScript(c);
        const { name, text } = parseBody(secretSchema, await readBody(c), CODES.malformedBody);
        checkSecret(name, text);
        await buckets.change(() => resources.setSecret(name, text));
        return answer(c, presentSecret(name));
      },
    },
    '/workers/scripts/:script/secrets/:secret': {
      GET: (c) => answer(c, presentSecret(secretOf(c))),
      DELETE: async (c) => {
        await buckets.change(() => resources.deleteSecret(secretOf(c)));
        return answer(c, null);
      },
    },
  };
}

function checkScript(c: Context): void {
  if (c.req.param('script') === EDGE_SCRIPT_NAME) return;
  throw apiError(404, CODES.scriptMissing, 'This Worker does not exist on your account.');
}

function checkSecret(name: string, text: string): void {
  if (!SECRET_NAME.pattern.test(name)) {
    const message = `invalid name of a secret: expected ${SECRET_NAME.expected}`;
    throw apiError(400, CODES.secretInvalid, message, ['name']);
  }
  if (TAKEN.includes(name)) {
    const message = `Binding name '${name}' already in use. Please use a different name and try again.`;
    throw apiError(400, CODES.bindingTaken, message, ['name']);
  }
  if (Buffer.byteLength(text) > MAX_SECRET_BYTES) {
    const expected = `expected at most ${printCount(MAX_SECRET_BYTES)} bytes`;
    throw apiError(400, CODES.secretInvalid, `invalid value of a secret: ${expected}`, ['text']);
  }
}

function noSecret(name: string) {
  return apiError(404, CODES.bindingMissing, `Binding '${startOf(name, MAX_SHOWN_NAME)}' not found`);
}

function presentSecret(name: string) {
  return { name, type: TYPE };
}
