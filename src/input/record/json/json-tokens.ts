// The tokenizer of stream-json with a push interface. Splits long strings and numbers into several tokens, to bound memory.
import { jsonParser, type Token } from 'stream-json/core/parser.js';

export type { Token };

/** Returns the tokens of the next text. @throws Error when the text is not JSON; the tokens of that text are lost */
export type Tokenizer = (text: string) => readonly Token[];

/** @param options.packKeys return each key as one `keyValue` token instead of several parts */
export function createTokenizer(options: { packKeys: boolean }): Tokenizer {
  const parse = jsonParser({
    packValues: false,
    streamValues: true,
    packKeys: options.packKeys,
    streamKeys: !options.packKeys,
  });
  return (text) => {
    const tokens = parse(text);
    return typeof tokens === 'symbol' ? [] : tokens.values;
  };
}
