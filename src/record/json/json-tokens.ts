// The tokenizer of stream-json, driven by pushes. Strings and numbers come in parts, so that it holds no long one.
import { jsonParser, type Token } from 'stream-json/core/parser.js';

export type { Token };

/** Text in, tokens out. @throws Error where the text stops being JSON; the tokens of that piece are lost */
export type Tokenizer = (text: string) => readonly Token[];

/** @param options.packKeys give each key as one `keyValue` token; else in parts. */
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
