// record_template: what it accepts and writes, and what it rejects, with position and fix.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineOutput } from '../../../src/analysis/emit/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import type { OutputOptions } from '../../../src/language/job/index.ts';
import { parseTemplate, templateFields } from '../../../src/language/output/index.ts';
import { written } from '../../helpers/output/read-records.ts';

const LINE = '{"ClientIP":"::1","EdgeStartTimestamp":1708214001123456789,"BotTags":[ 1],"ClientCountry":null}';

describe('writes', () => {
  it.each<[string, string, OutputOptions, string]>([
    [
      'other names',
      '"client-ip":{{.ClientIP}},"timestamp":{{ .EdgeStartTimestamp }}',
      {},
      '{"client-ip":"::1","timestamp":1708214001123456789}\n',
    ],
    [
      'constants',
      '"double{{`{{curly}}`}}braces {{ "a\\tb\\"\\u00e9\\x41\\101" }}"',
      {},
      '{"double{{curly}}braces a\tb"éAA"}\n',
    ],
    ['comments are dropped', 'a{{/* }} " */}}b', {}, '{ab}\n'],
    ['timestamps', '{{.EdgeStartTimestamp}}', { timestamp_format: 'rfc3339' }, '{"2024-02-17T23:53:21Z"}\n'],
    ['unchanged values, including null', '{{.BotTags}}{{.ClientCountry}}', {}, '{[ 1]null}\n'],
    ['null for what the line lacks', '[{{.BotScore}}]', {}, '{[null]}\n'],
    ['null for what is not listed', '[{{.ClientIP}}]', { field_names: ['BotTags'] }, '{[null]}\n'],
    ['prefix and suffix', '{{.ClientIP}}', { record_prefix: '<', record_suffix: '>' }, '<"::1">'],
    ['in CSV', '{{.ClientIP}};{{.BotTags}};{{.BotScore}}', { output_type: 'csv' }, '"::1";"[ 1]";null\n'],
    ['braces alone', 'a}}b{c', {}, '{a}}b{c}\n'],
    ['an empty template counts as none', '', {}, `${LINE}\n`],
  ])('%s', (_, template, options, expected) => {
    expect(written({ record_template: template, ...options }, LINE)).toBe(expected);
  });

  it('any constant, in both forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (quoted, raw) => {
        const plain = raw.replaceAll(/[`\r]/g, '');
        // JSON and Go escape printable characters of a string alike.
        const template = `{{ ${JSON.stringify(quoted)} }}{{\`${plain}\`}}`;
        expect(
          Buffer.concat(parseTemplate(template).map((part) => (part.kind === 'text' ? part.bytes : Buffer.of()))),
        ).toEqual(Buffer.from(quoted + plain));
      }),
    );
  });
});

it('lists the fields that it uses, and those that the job does not list', () => {
  expect(templateFields(parseTemplate('{{.B}}{{ .A }}{{"C"}}{{.B}}'))).toEqual(['B', 'A']);
  const options = { record_template: '{{.RayID}}{{.ClientIP}}', field_names: ['RayID'] };
  expect(createLineOutput(options, getDataset('http_requests')).unlisted).toEqual(['ClientIP']);
});

describe('rejects', () => {
  it.each([
    ['{{if .A}}x{{end}}', 'found {{if .A}} at character 1', 'no functions, conditions, loops or variables'],
    ['é{{ printf "%d" .A }}', 'found {{ printf "%d" .A }} at character 2', 'no functions'],
    ['{{ClientIP}}', 'found {{ClientIP}} at character 1', 'to write the field use {{ .ClientIP }}'],
    ['{{- .A -}}', 'found a trim marker at character 1', 'remove the -'],
    ['{{ .A -}}', 'found a trim marker at character 7', 'remove the -'],
    ['{{ .A | len }}', 'found a pipeline at character 7', 'a separate action'],
    ['{{ .A .B }}', 'found more than one token in an action: .B }} at character 7', 'a separate action'],
    ['{{ .A.B }}', 'found text after the field: .B }} at character 6', 'write {{ .Field }} for its whole value'],
    ['{{ . }}', 'found a dot without a field name at character 1', 'expected {{ .Field }}'],
    ['{{}}', 'found an empty action at character 1', 'expected {{ .Field }}'],
    ['a{{ .A', 'found {{ .A, which is unterminated at character 2', 'expected }}'],
    ['{{ "a }}', 'found an unterminated constant at character 4', 'a closing quote'],
    ['{{ `a }}', 'found an unterminated constant at character 4', 'a second backtick'],
    ['{{ "\\q" }}', 'found the escape \\q in a constant at character 5', 'expected one of'],
    ['{{ "\\400" }}', 'found the escape \\4 in a constant at character 5', 'expected one of'],
    [
      '{{ /* a */ }}',
      'found a comment that is unterminated or has spaces around it at character 1',
      'expected {{/* comment */}}',
    ],
    ['{{ 5 }}', 'found {{ 5 }} at character 1', 'expected {{ .Field }}'],
  ])('%s', (template, found, fix) => {
    const parse = (): unknown => parseTemplate(template);
    expect(parse).toThrow(`cannot use the record_template: ${found}`);
    expect(parse).toThrow(fix);
  });
});
