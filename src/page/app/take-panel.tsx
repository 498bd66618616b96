// What a person takes along: the candidate in each form, the command that gives the same answer, reports, lines, tests. Copies and downloads; the
// page itself changes nothing in an account.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Api, Checked, Taken } from '../contract.ts';
import { ask } from './api.ts';
import { state } from './page-state.ts';
import { Button, Code } from './parts.tsx';

/** A form of the candidate, or a file of the server. */
type What = keyof NonNullable<Checked['forms']> | Api['take'][0]['what'];
type Handed = Omit<Taken, 'over'>;

const GROUPS: { title: string; entries: [What, string, string][] }[] = [
  {
    title: 'The candidate',
    entries: [
      ['json', 'JSON for the API', 'the filter as an object'],
      ['jobString', 'String in a job', 'the value of "filter"'],
      ['expression', 'Expression', 'as headgate prints it'],
      ['terraform', 'Terraform', 'cloudflare_logpush_job'],
    ],
  },
  {
    title: 'Commands',
    entries: [
      ['command', 'The same answer', 'in a terminal or in CI'],
      ['plan-command', 'Plan of the change', 'jobs plan; the page changes nothing'],
    ],
  },
  {
    title: 'Files',
    entries: [
      ['report-html', 'Report, HTML', 'to send to someone'],
      ['report-markdown', 'Report, Markdown', 'for a pull request'],
      ['report-json', 'Report, JSON', 'for programs'],
      ['changed-lines', 'Changed lines', 'NDJSON; contains log data'],
      ['suite', 'Test suite', 'mined from the lines; contains log data'],
    ],
  },
];

/** Names of files with the forms of the candidate. */
const FORMS = { json: 'filter.json', jobString: 'job-filter.txt', expression: 'filter.txt', terraform: 'filter.tf' };

/** Whether the panel is open. */
export const isTaking = signal(false);
const shown = signal<{ taken: Handed | null; note: string } | null>(null);

/** The list of what can be taken along. */
export function TakePanel(): JSX.Element {
  const take = async (what: What, use: (taken: Handed) => Promise<string> | string): Promise<void> => {
    shown.value = { taken: null, note: 'computing…' };
    try {
      const taken = await takeAlong(what);
      shown.value = { taken, note: await use(taken) };
    } catch (error) {
      shown.value = { taken: null, note: error instanceof Error ? error.message : String(error) };
    }
  };
  return (
    <div class="take">
      {GROUPS.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {entries.map(([what, name, note]) => (
              <li key={what}>
                <span>
                  {name} <small class="muted">{note}</small>
                </span>
                <Button label={`Copy: ${name}`} on={() => void take(what, copy)}>
                  Copy
                </Button>
                <Button label={`Download: ${name}`} on={() => void take(what, download)}>
                  Download
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div class="taken" role="status">
        {shown.value !== null && (
          <>
            <p>{shown.value.note}</p>
            {shown.value.taken !== null && <Code text={shown.value.taken.text.slice(0, 4000)} />}
          </>
        )}
      </div>
    </div>
  );
}

async function takeAlong(what: What): Promise<Handed> {
  const fileName = FORMS[what as keyof typeof FORMS];
  if (fileName === undefined) return await ask('take', { ...state.value, what: what as Api['take'][0]['what'] });
  const { forms, problems } = await ask('check', { text: state.value.to });
  if (forms === null) throw new Error(problems[0]?.message ?? 'no filter of the platform drops every line');
  return { text: forms[what as keyof typeof FORMS], fileName, mediaType: 'text/plain' };
}

async function copy({ text }: Handed): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    return 'The browser does not allow the page to copy: select the text below.';
  }
}

function download({ text, fileName, mediaType }: Handed): string {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return `Downloaded as ${fileName}.`;
}
