// Starts the page: takes the token out of the address, asks what there is, and draws the panels. Follows the process: how much it has read, and
// whether it still answers.
import './page.css';
import 'uplot/dist/uPlot.min.css';
import { batch, effect, signal } from '@preact/signals';
import { type JSX, render } from 'preact';
import { revision } from './answers.ts';
import { ask, connection, coverage, Refused, takeToken } from './api.ts';
import { FilterEditor, focusEditor } from './filter-editor.tsx';
import { GuardsPanel } from './guards-panel.tsx';
import { areKeysShown, KeysList, onKey } from './keys.tsx';
import { LinePanel } from './line-panel.tsx';
import { LinesPanel } from './lines-panel.tsx';
import { startState, view, writeAddress } from './page-state.ts';
import { Button, Dialog, Patterns, set } from './parts.tsx';
import { opened, verdict } from './questions.ts';
import { SuggestPanel } from './suggest-panel.tsx';
import { isTaking, TakePanel } from './take-panel.tsx';
import { TimePanel } from './time-panel.tsx';
import { TransformerPanel } from './transformer-panel.tsx';
import { ValuesPanel } from './values-panel.tsx';
import { Remarks, VerdictPanel } from './verdict-panel.tsx';

/** How often the page asks whether the process still answers, and whether the index has changed. Milliseconds. */
const HEARTBEAT_MS = 4000;
/** While objects are read, and after a failure. Milliseconds. */
const PROGRESS_MS = 250;
const RETRY_MS = 1500;

const problem = signal('');

function Page(): JSX.Element {
  const isLineOpen = view.value.line !== '';
  if (opened.value === null)
    return (
      <main class="start">
        <p class="kind">headgate</p>
        <Problem />
        {connection.value === 'starting' && <p class="computing">opening the logs…</p>}
      </main>
    );
  return (
    <>
      <Patterns />
      <Button class="skip" on={() => focusEditor('to')}>
        Skip to the candidate
      </Button>
      <Top />
      <VerdictPanel>
        <Problem />
      </VerdictPanel>
      <main class="work">
        <Remarks />
        <div class="question">
          {(['from', 'to'] as const).map((side) => (
            <FilterEditor key={side} side={side} />
          ))}
          <GuardsPanel />
        </div>
        <div class="evidence">
          <SuggestPanel />
          <TransformerPanel />
          <TimePanel />
          <div class={isLineOpen ? 'lower has-line' : 'lower'}>
            <ValuesPanel />
            <LinesPanel />
            {isLineOpen && <LinePanel />}
          </div>
        </div>
      </main>
      <Dialog open={areKeysShown} title="Keys">
        <KeysList />
      </Dialog>
      <Dialog open={isTaking} title="Take along">
        <TakePanel />
      </Dialog>
    </>
  );
}

function Top(): JSX.Element {
  const { dataset, sources, version, warnings } = opened.value!;
  const now = coverage.value ?? opened.value!.over;
  return (
    <header class="top">
      <h1>
        headgate <span class="muted">{version}</span>
      </h1>
      <p class="source">
        <span>{dataset}</span>
        <span class="sources" title={sources.join('\n')}>
          {sources.length === 1 ? sources[0] : `${sources[0]} and ${sources.length - 1} more`}
        </span>
      </p>
      {warnings.map((one) => (
        <p key={one} class="notice unclear">
          <span>{one}</span>
        </p>
      ))}
      {now.failure !== undefined && (
        <p class="notice bad" role="alert">
          <span>{now.failure}</span>
        </p>
      )}
      <nav aria-label="Page">
        <Button on={set(isTaking, true)}>Take along</Button>
        <Button name="Keys" on={set(areKeysShown, true)}>
          ?
        </Button>
      </nav>
    </header>
  );
}

/** What stops the whole page, as a sentence. */
function Problem(): JSX.Element | null {
  const lost = {
    refused:
      'This tab has no valid token: another tab, and each run of headgate, needs the address that headgate prints in its terminal. Open that address in this tab: the filters stay.',
    lost: 'headgate does not answer: the process may have ended. The figures are the last ones; the page asks again until it answers. Start it again with the same --port, and open the address that the new process prints in this tab: the filters stay.',
    starting: '',
    answering: '',
  }[connection.value];
  const { part, message = '' } = verdict.failure.value ?? {};
  // What is wrong with a filter is below its editor, and with the source at the top.
  const isElsewhere = part === 'from' || part === 'to' || message === coverage.value?.failure;
  const asked = lost !== '' || isElsewhere ? '' : message;
  const texts = [lost, problem.value, asked];
  return (
    <div role="alert" class="problems-of-page">
      {texts
        .filter((text) => text !== '')
        .map((text) => (
          <p key={text} class="notice bad">
            <span>{text}</span>
          </p>
        ))}
    </div>
  );
}

/** Asks what there is, until the process answers. */
async function open(): Promise<void> {
  const first = await ask('open', {});
  batch(() => {
    if (opened.peek() === null) startState(fragment, first);
    opened.value = first;
    coverage.value = first.over;
    problem.value = '';
  });
}

/** Follows the process for as long as the page is open. */
async function follow(): Promise<void> {
  for (;;) {
    let wait = HEARTBEAT_MS;
    try {
      if (connection.peek() === 'refused') throw new Error('no token');
      if (opened.peek() === null) await open();
      const { over } = await ask('progress', {});
      coverage.value = over;
      problem.value = '';
      if (!over.isComplete) wait = PROGRESS_MS;
      // Fields and times are those of all lines once reading has ended; another index has others.
      else if (over.revision !== opened.peek()!.over.revision) await open();
    } catch (error) {
      wait = RETRY_MS;
      if (error instanceof Refused && error.failure.code !== 'wrong-token') problem.value = error.message;
    }
    // Without a valid token, only another address helps.
    const isRefused = connection.peek() === 'refused';
    await new Promise<void>((next) => {
      wake = next;
      if (!isRefused) setTimeout(next, wait);
    });
  }
}

let wake = (): void => {};

/** Takes the token of a new process, whose address is opened in this tab. The state stays. */
function takeNewToken(event: Event): void {
  if (!location.hash.includes('token=')) return;
  event.stopImmediatePropagation();
  const asked = takeToken();
  if (opened.peek() === null) fragment ||= asked;
  else writeAddress('same');
  coverage.value = null;
  // Until the new process answers, no figure is of its index.
  revision.value = Number.POSITIVE_INFINITY;
  wake();
}

let fragment = takeToken();
// Before what follows the state in the address.
for (const name of ['popstate', 'hashchange']) window.addEventListener(name, takeNewToken);
window.addEventListener('keydown', onKey);
effect(() => {
  document.title = opened.value === null ? 'headgate' : `${opened.value.sources[0] ?? ''} – headgate`;
});
render(<Page />, document.getElementById('page')!);
void follow();
