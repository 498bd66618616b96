// Rewords the usage errors of commander like the other errors of the program.

const OPTION =
  /^error: option '(?:-\w, )?(?<flag>[\w-]+)[^']*' argument '(?<value>.*)' is invalid\. (?<reason>.*?)\.?\n$/s;
const ARGUMENT =
  /^error: command-argument value '(?<value>.*)' is invalid for argument '(?<name>[^']*)'\. (?<reason>.*?)\.?\n$/s;

/** Returns the text that reports a usage error. @param text from commander: `error: …`, with its line end */
export function usageError(text: string): string {
  const { flag, name, value, reason } = (OPTION.exec(text) ?? ARGUMENT.exec(text))?.groups ?? {};
  if (value === undefined || reason === undefined) return text.replace(/^error: /, 'headgate: ');
  const expected = reason
    .replace(/^Allowed choices are /, 'expected one of ')
    .replace(/^Found .*?, expected/s, 'expected');
  const shown = /^[^\s'"]+$/.test(value) ? value : JSON.stringify(value);
  return `headgate: cannot use ${flag === undefined ? `${shown} as <${name}>` : `${flag} ${shown}`}: ${expected}\n`;
}
