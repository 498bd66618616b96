// Removes secrets from a text of the API before it becomes part of a message, and bounds its length.
import { cutText, printCount, redactSecrets, secretStart } from '../../../base/index.ts';

/** Longest part of a text that a message repeats. Characters. */
const MAX_SHOWN = 300;
/** Of a longer text, a message repeats nothing: a search for secrets would take too long, and a cut could split one. Characters. */
const MAX_SEARCHED = 10_000;
/** A JSON web token: the form of ownership tokens. */
const JSON_WEB_TOKEN = /eyJ[\w-]*\.[\w-]*\.[\w-]*/g;
/** Identifies the client of a Splunk collector; no word of the name says that it is a secret. */
const SPLUNK_CHANNEL = /^(?:splunk-)?channel=/i;
/** A shorter text would also be found in words that are no secret. Characters. */
const MIN_SECRET = 4;

/** Returns a `destination_conf`, and the secrets among its parameters as written and as decoded. */
export function secretsIn(destinationConf: string): string[] {
  const query = destinationConf.slice(destinationConf.indexOf('?') + 1);
  const values = query
    .split('&')
    .filter((parameter) => secretStart(parameter) >= 0 || SPLUNK_CHANNEL.test(parameter))
    .map((parameter) => parameter.slice(parameter.indexOf('=') + 1));
  const decoded = [...new URLSearchParams(query).values()].filter((value) =>
    values.includes(encodeURIComponent(value)),
  );
  return [destinationConf, ...values, ...decoded];
}

/** Returns the text without secrets. @param secrets exact texts */
export function redactMessage(text: string, secrets: readonly string[]): string {
  if (text.length > MAX_SEARCHED) return `(${printCount(text.length)} characters)`;
  let shown = text;
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET) continue;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      shown = shown.replaceAll(form, '…');
    }
  }
  shown = redactSecrets(shown.replace(JSON_WEB_TOKEN, '…'));
  return cutText(shown, MAX_SHOWN);
}
