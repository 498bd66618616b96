// Contents that are not lines of text, with the beginning of the message about each: as stored, without compression.
import { gzipSync, zstdCompressSync } from 'node:zlib';

const LINE = '{"ClientIP":"192.0.2.1","EdgeResponseStatus":200}\n';

/** Lines that compress to more than a few bytes. */
const LINES = Array.from({ length: 50 }, (_, ray) => `{"RayID":"${((ray + 1) * 0x9e3779b1).toString(16)}"}\n`).join('');

/** A row: name, content, and the beginning of its message. */
export type ForeignFile = readonly [name: string, content: Buffer, found: string];

/** A tar archive of one file. */
export function tarOf(name: string, text: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write('0000644\0', 100);
  header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('ustar\x0000', 257);
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512 + 1024);
  body.write(text);
  return Buffer.concat([header, body]);
}

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

function utf32(text: string, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(text.length * 4);
  for (const [index, letter] of [...text].entries()) {
    if (isLittle) bytes.writeUInt32LE(letter.codePointAt(0)!, index * 4);
    else bytes.writeUInt32BE(letter.codePointAt(0)!, index * 4);
  }
  return bytes;
}

const ERROR_PAGE =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>x</Message></Error>';

/** Archives, compressions, columnar files. */
const BINARY: readonly ForeignFile[] = [
  ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 0]), 'found xz'],
  ['bzip2', Buffer.from('BZh91AY&SY\0\0'), 'found bzip2'],
  ['ZIP', Buffer.from('PK\x03\x04\0\0'), 'found a ZIP archive'],
  ['7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0]), 'found a 7z archive'],
  ['compress', Buffer.from([0x1f, 0x9d, 0x90]), 'found compress (.Z)'],
  ['lzip', Buffer.from('LZIP\x01\x14'), 'found lzip'],
  ['LZ4', Buffer.from([4, 0x22, 0x4d, 0x18, 0x64]), 'found an LZ4 frame'],
  ['Snappy', Buffer.from([0xff, 6, 0, 0, ...Buffer.from('sNaPpY')]), 'found framed Snappy'],
  ['tar', tarOf('a.log', LINE.repeat(30)), 'found a tar archive'],
  ['Parquet', Buffer.from('PAR1\x15\x04'), 'found Parquet'],
  ['Avro', Buffer.from('Obj\x01\x04'), 'found Avro'],
  ['ORC', Buffer.from('ORC\x08\x03'), 'found ORC'],
];

/** Text in another encoding than UTF-8. */
const WIDE: readonly ForeignFile[] = [
  ['UTF-16 LE with BOM', Buffer.from(`\ufeff${LINE}`, 'utf16le'), 'found UTF-16 text'],
  ['UTF-16 BE with BOM', utf16be(`\ufeff${LINE}`), 'found UTF-16 text'],
  ['UTF-16 LE', Buffer.from(LINE, 'utf16le'), 'found UTF-16LE text'],
  ['UTF-16 BE', utf16be(LINE), 'found UTF-16BE text'],
  ['UTF-32 LE with BOM', utf32(`\ufeff${LINE}`, true), 'found UTF-32 text'],
  ['UTF-32 BE with BOM', utf32(`\ufeff${LINE}`, false), 'found UTF-32 text'],
  ['UTF-32 LE', utf32(LINE, true), 'found UTF-32LE text'],
  ['UTF-32 BE', utf32(LINE, false), 'found UTF-32BE text'],
];

/** Web pages in place of an object: the lines of a record_template could look like them. */
export const MARKUP: readonly ForeignFile[] = [
  ['HTML', Buffer.from('\n <!DOCTYPE html>\n<html><body>Not found'), 'found an HTML page'],
  ['HTML without a type', Buffer.from('<HTML lang="en">'), 'found an HTML page'],
  ['S3 error', Buffer.from(ERROR_PAGE), 'found a server error document (XML, code AccessDenied)'],
  ['error without code', Buffer.from('<Error></Error>'), 'found a server error document (XML)'],
  ['XML', Buffer.from('\ufeff<?xml version="1.0"?><a/>'), 'found an XML document'],
];

/** All formats that are recognized in stored bytes. */
export const FOREIGN_FILES: readonly ForeignFile[] = [...BINARY, ...WIDE, ...MARKUP];

/** Compressed files with a damaged first byte. */
export const DAMAGED_FILES: readonly ForeignFile[] = [
  ['gzip without its magic number', Buffer.from([0, ...gzipSync(LINES).subarray(1)]), 'found binary data'],
  ['Zstandard without its magic number', Buffer.from([0, ...zstdCompressSync(LINES).subarray(1)]), 'found binary data'],
];

/** Objects that are compressed twice. */
export const NESTED: readonly ForeignFile[] = [
  ['gzip inside gzip', gzipSync(gzipSync(LINE)), 'found gzip inside gzip'],
  ['Zstandard inside gzip', gzipSync(zstdCompressSync(LINE)), 'found Zstandard inside gzip'],
  ['gzip inside Zstandard', zstdCompressSync(gzipSync(LINE)), 'found gzip inside Zstandard'],
  ['Zstandard inside Zstandard', zstdCompressSync(zstdCompressSync(LINE)), 'found Zstandard inside Zstandard'],
];

/** Lines of text that begin like one of these formats. */
export const LINES_ALL_THE_SAME: readonly (readonly [name: string, text: string])[] = [
  ['a tag', '<a>1</a>\n'],
  ['a word in brackets', '<htmlish>\n<Errors>\n'],
  ['a column named PAR1', 'PAR1,ClientIP\n1,192.0.2.1\n'],
  ['a column named ORC', 'ORC,ClientIP\n'],
  ['a file of one word', 'ORC'],
  ['zeros', '\0\0\0\0\0\0\0\0'],
  ['a zero in a line', '{"a":"\0"}\n'],
  ['"ustar" elsewhere', `${'x'.repeat(256)}ustar`],
  ['one letter and a zero', 'a\0'],
  ['controls in UTF-8', '\x01\x02é\x03\n'.repeat(70)],
  ['Latin-1 text', 'caf\u00e9 \t\x1b[1m\r\n'.repeat(50)],
];
