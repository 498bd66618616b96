// Reads the credentials of the API from the environment, or asks for a token on a terminal. Never prints them: a message names the variable
// and the kind of mistake.
import { HeadgateError, isVisibleAscii } from '../base/index.ts';
import type { Credentials } from '../cloud/api/index.ts';
import { askSecret, canAsk } from './stdio/ask.ts';

const TOKEN = 'CLOUDFLARE_API_TOKEN';
const EMAIL = 'CLOUDFLARE_EMAIL';
const KEY = 'CLOUDFLARE_API_KEY';

/**
 * Returns the token, else e-mail and key, else a token from a prompt. An empty variable counts as unset.
 * @param signal ends the prompt
 * @throws HeadgateError `api-credentials` for an unusable value, and for none without a terminal; `interrupted`
 */
export async function readCredentials(
  environment: NodeJS.ProcessEnv = process.env,
  signal?: AbortSignal,
): Promise<Credentials> {
  const [token, email, key] = [TOKEN, EMAIL, KEY].map((name) => checked(name, environment[name]));
  if (token !== undefined) return { token };
  if (email !== undefined && key !== undefined) return { email, key };
  if (email !== undefined || key !== undefined) {
    const [found, missing] = email === undefined ? [KEY, EMAIL] : [EMAIL, KEY];
    throw failed(`${found} is set without ${missing}; set both, or ${TOKEN}`);
  }
  if (!canAsk()) {
    throw failed(
      `there are no credentials, and without a terminal headgate cannot ask for a token; set ${TOKEN}, or ${EMAIL} and ${KEY}`,
    );
  }
  const answer = checked('token', await askSecret('API token', { signal }));
  if (answer === undefined) throw failed(`found an empty token, expected the token; or set ${TOKEN}`);
  return { token: answer };
}

/** Removes white space around a value, as copied text often has it. @returns undefined for an unset or empty value */
function checked(name: string, value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  if (text === '') return undefined;
  if (/^bearer\s/i.test(text)) throw failed(`found the word Bearer in the ${describe(name)}, expected the value alone`);
  if (isVisibleAscii(text)) return text;
  throw failed(
    `found a space, a line break or another unexpected character in the ${describe(name)}, expected visible ASCII characters; copy it again`,
  );
}

function describe(name: string): string {
  return name === 'token' ? name : `variable ${name}`;
}

function failed(reason: string): HeadgateError {
  return new HeadgateError('api-credentials', `cannot use the API: ${reason}`);
}
