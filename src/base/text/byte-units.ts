// The units of bytes that users write. Parses nothing.

/** Bytes of each unit. SI units are powers of 1000, binary ones of 1024. */
export const BYTE_UNITS: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ...['kB', 'MB', 'GB', 'TB', 'PB'].map((name, index): [string, number] => [name, 1000 ** (index + 1)]),
  ...['KiB', 'MiB', 'GiB', 'TiB', 'PiB'].map((name, index): [string, number] => [name, 1024 ** (index + 1)]),
]);
