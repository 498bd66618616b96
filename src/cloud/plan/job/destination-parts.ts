// Splits a destination_conf into its address and its parameters, in any form that a job may have. Rejects nothing.

/** A parameter of the query; the name and the value are decoded. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
  /** Whether there is a `=`. */
  readonly hasValue: boolean;
  /** The value with each escape decoded, except that of `+`: a `+` may mean a space. Equal for values of equal meaning. */
  readonly key: string;
}

/** Returns the address before the `?`, and the parameters in the order of the text. */
export function partsOf(conf: string): { address: string; parameters: readonly Parameter[] } {
  const question = conf.indexOf('?');
  if (question < 0) return { address: conf, parameters: [] };
  const parameters = conf
    .slice(question + 1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
      return {
        name: decode(name),
        value: decode(value),
        hasValue: equals >= 0,
        key: JSON.stringify(value.split('+').map(decode)),
      };
    });
  return { address: conf.slice(0, question), parameters };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
