// Renders cases as JUnit XML, which CI systems show as test results. Writes what the common schema of Jenkins accepts, and no times: a report
// is the same for the same input.
import type { Case, CaseSuite, SuitesOf } from '../cases/case.ts';
import type { Renderer } from '../renderer.ts';

/** Characters that no XML 1.0 document can contain, not even escaped. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Creates the renderer of a result. @param suitesOf creates the suites */
export function junitRenderer<Result>(suitesOf: SuitesOf<Result>): Renderer<Result> {
  return (result, settings) => renderJunit(suitesOf(result, settings));
}

/** Renders suites. */
export function renderJunit(suites: readonly CaseSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="headgate" ${counts(all)}>`,
    ...suites.flatMap(suiteXml),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteXml({ name, cases }: CaseSuite): string[] {
  return [
    `  <testsuite name="${attribute(name)}" ${counts(cases)} skipped="0">`,
    ...cases.flatMap((one) => caseXml(one, name)),
    '  </testsuite>',
  ];
}

function caseXml({ name, result, message = '', details = [], file, line }: Case, suite: string): string[] {
  const open = `    <testcase classname="${attribute(suite)}" name="${attribute(name)}"`;
  if (result === 'passed') return [`${open}/>`];
  // As text: the schemas of Jenkins, Ant and Surefire have no attribute of a case for it, and strict readers reject others.
  const place = file === undefined ? [] : [line === undefined ? file : `${file}:${line}`];
  const text = [message, ...details, ...place].map(content).join('\n');
  if (result === 'warning' || result === 'notice')
    return [`${open}>`, `      <system-out>${text}</system-out>`, '    </testcase>'];
  const tag = result === 'failed' ? 'failure' : 'error';
  return [
    `${open}>`,
    `      <${tag} type="${result === 'failed' ? 'failed' : 'no-answer'}" message="${attribute(message)}">${text}</${tag}>`,
    '    </testcase>',
  ];
}

function counts(cases: readonly Case[]): string {
  const count = (wanted: Case['result']): number => cases.filter(({ result }) => result === wanted).length;
  return `tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}"`;
}

function attribute(text: string): string {
  return valid(text).replace(/[&<>"'\t\n\r]/g, (found) => ENTITIES[found]!);
}

function content(text: string): string {
  return valid(text).replace(/[&<>\r]/g, (found) => ENTITIES[found]!);
}

function valid(text: string): string {
  return text.toWellFormed().replace(NOT_XML, '\ufffd');
}
