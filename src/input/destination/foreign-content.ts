// Detects content that is not lines of text by its first bytes, stored or inflated: archives, other compressions,
// columnar files, other binary data, UTF-16, an HTML or XML page. Reads nothing itself.
import { type Compression, compressionOf } from './compression/compression.ts';
import { ObjectReadError } from './object-finding.ts';

/** Bytes at the start of an object that {@link checkContent} inspects: the size of a tar header. */
export const HEAD_BYTES = 512;

const LF = 10;
const OPENING_BRACE = '{'.charCodeAt(0);

/** A magic number; -1 matches any byte. @default at 0 */
interface Magic {
  /** @default 'compression-unknown' */
  code?: 'format-unknown';
  name: string;
  magic: readonly number[];
  at?: number;
  /** Whether a byte that is not text must follow, because the magic number alone could begin a line. */
  isLikeText?: boolean;
  /** The command that extracts the lines; it contains `<file>`. */
  unpack: string;
}

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

const FORMATS: readonly Magic[] = [
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], unpack: 'xz -dc <file>' },
  { name: 'bzip2', magic: [...ascii('BZh'), -1, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], unpack: 'bzip2 -dc <file>' },
  { name: 'compress (.Z)', magic: [0x1f, 0x9d], unpack: 'uncompress -c <file>' },
  { name: 'lzip', magic: [...ascii('LZIP'), 0x01], unpack: 'lzip -dc <file>' },
  { name: 'an LZ4 frame', magic: [0x04, 0x22, 0x4d, 0x18], unpack: 'lz4 -dc <file>' },
  { name: 'framed Snappy', magic: [0xff, 0x06, 0x00, 0x00, ...ascii('sNaPpY')], unpack: 'snzip -dc <file>' },
  { name: 'a ZIP archive', magic: [...ascii('PK'), 0x03, 0x04], unpack: 'unzip -p <file>' },
  { name: 'a 7z archive', magic: [...ascii('7z'), 0xbc, 0xaf, 0x27, 0x1c], unpack: '7z x -so <file>' },
  { code: 'format-unknown', name: 'a tar archive', magic: ascii('ustar'), at: 257, unpack: 'tar -xOf <file>' },
  {
    code: 'format-unknown',
    name: 'Parquet',
    magic: ascii('PAR1'),
    isLikeText: true,
    unpack: 'duckdb -jsonlines -c "from \'<file>\'"',
  },
  { code: 'format-unknown', name: 'Avro', magic: [...ascii('Obj'), 0x01], unpack: 'avro-tools tojson <file>' },
  { code: 'format-unknown', name: 'ORC', magic: ascii('ORC'), isLikeText: true, unpack: 'orc-contents <file>' },
];

/** The expectation that every message states. */
const EXPECTED = 'expected lines of text, plain or compressed by gzip or Zstandard';

const NAMES: Readonly<Record<Compression, string>> = { gzip: 'gzip', zstd: 'Zstandard' };

/** The first bytes of an object. */
export interface ContentHead {
  /** At most {@link HEAD_BYTES}; fewer only if the object is shorter. */
  head: Uint8Array;
  /** The compression that the bytes were inflated from; undefined for stored bytes. */
  inside?: Compression | undefined;
  /** Whether to accept HTML and XML as lines, because the user specifies the input format. @default false */
  isMarkupRead?: boolean | undefined;
}

/** Whether bytes begin with a line of JSON, so that {@link checkContent} accepts them, whatever follows. */
export function isLineOfJson(head: Uint8Array): boolean {
  return head[0] === OPENING_BRACE && head.includes(LF) && !head.includes(0);
}

/** @throws ObjectReadError `compression-unknown`, `format-unknown` if the bytes cannot begin lines of text */
export function checkContent({ head, inside, isMarkupRead }: ContentHead): void {
  const where = inside === undefined ? '' : ` inside ${NAMES[inside]}`;
  const nested = inside === undefined ? undefined : compressionOf(head);
  if (inside !== undefined && nested !== undefined) {
    const commands = `${inside} -dc <file> | ${nested} -dc | headgate replay -`;
    reject('compression-unknown', `${NAMES[nested]}${where}`, `unpack it first: ${commands}`);
  }
  const format = FORMATS.find((magic) => fits(magic, head));
  if (format !== undefined)
    reject(format.code ?? 'compression-unknown', `${format.name}${where}`, unpack(format, inside));
  const encoding = wideEncodingOf(head);
  if (encoding !== undefined) {
    const source = inside === undefined ? ' <file>' : '';
    const convert = `iconv -f ${encoding} -t UTF-8${source} | headgate replay -`;
    const fix = inside === undefined ? convert : `${inside} -dc <file> | ${convert}`;
    reject('format-unknown', `${encoding} text${where}`, `convert it first: ${fix}`, 'expected UTF-8');
  }
  // Inside a compression, its checksum finds the damage.
  if (inside === undefined && head[0] !== OPENING_BRACE && isBinary(head)) {
    const fix = 'the object may be damaged, or compressed in another way: download or push it again';
    reject('format-unknown', 'binary data', fix);
  }
  if (isMarkupRead === true) return;
  const markup = markupOf(head);
  if (markup !== undefined) {
    const fix = 'download the object again, or set --input if its lines begin like this';
    reject('format-unknown', `${markup}${where}`, fix);
  }
}

/** @throws ObjectReadError always */
function reject(
  code: 'compression-unknown' | 'format-unknown',
  found: string,
  fix: string,
  expected = EXPECTED,
): never {
  throw new ObjectReadError(code, `found ${found}, ${expected}; ${fix}`);
}

function fits({ magic, at = 0, isLikeText = false }: Magic, head: Uint8Array): boolean {
  if (!magic.every((byte, index) => byte === -1 || head[at + index] === byte)) return false;
  const next = head[at + magic.length];
  return !isLikeText || (next !== undefined && (next < 0x20 || next > 0x7e));
}

function unpack({ unpack: command }: Magic, inside: Compression | undefined): string {
  if (inside === undefined) return `unpack it first: ${command} | headgate replay -`;
  return `unpack it first: ${inside} -dc <file> > unpacked, then ${command.replace('<file>', 'unpacked')} | headgate replay -`;
}

/** Code units to inspect without a byte order mark: JSON and CSV begin with ASCII. */
const PATTERN_UNITS = 4;

/** Detects UTF-16 and UTF-32, by byte order mark or by the zero bytes of ASCII text. @returns the name used by iconv */
function wideEncodingOf(head: Uint8Array): string | undefined {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32';
  if (isAscii(head, 2, 0)) return 'UTF-16LE';
  if (isAscii(head, 2, 1)) return 'UTF-16BE';
  if (isAscii(head, 4, 0)) return 'UTF-32LE';
  return isAscii(head, 4, 3) ? 'UTF-32BE' : undefined;
}

/** Whether the first code units are ASCII text. @param place index in a unit of the byte that is not zero */
function isAscii(head: Uint8Array, unitBytes: number, place: number): boolean {
  const units = Math.min(PATTERN_UNITS, Math.floor(head.length / unitBytes));
  if (units < 2) return false;
  for (let at = 0; at < units * unitBytes; at += 1) {
    const byte = head[at]!;
    const isText = byte === 9 || byte === 10 || byte === 13 || (byte >= 0x20 && byte < 0x7f);
    if (at % unitBytes === place ? !isText : byte !== 0) return false;
  }
  return true;
}

/** Control characters in bytes that are not UTF-8, as a share and at least, from which they are binary data. Compressed data has 10 %. Chosen by headgate. */
const BINARY_CONTROLS = { share: 0.05, least: 4 };

/** Whether bytes are binary data, such as a gzip file with a damaged magic number, each of whose lines would be malformed. */
function isBinary(head: Uint8Array): boolean {
  let controls = 0;
  for (const byte of head) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27) controls += 1;
  if (controls < Math.max(BINARY_CONTROLS.least, head.length * BINARY_CONTROLS.share)) return false;
  try {
    // As a stream: the end may cut a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return false;
  } catch {
    return true;
  }
}

const MARKUP = /^(?:\ufeff)?\s*(?:(<!doctype html|<html[\s>])|<\?xml[\s?]|<Error>)/i;
/** The code in an S3 error document; codes are letters, a few dozen at most. */
const ERROR_CODE = /<Error>[\s\S]{0,256}?<Code>([A-Za-z0-9.]{1,64})<\/Code>/;

/** Describes an HTML or XML page. @returns undefined if the bytes are neither */
function markupOf(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('utf8');
  const match = MARKUP.exec(text);
  if (match === null) return undefined;
  if (match[1] !== undefined) return 'an HTML page';
  const code = ERROR_CODE.exec(text)?.[1];
  if (code !== undefined) return `a server error document (XML, code ${code})`;
  return /<Error>/.test(text) ? 'a server error document (XML)' : 'an XML document';
}
