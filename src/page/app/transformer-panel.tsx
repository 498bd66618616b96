// The SQL of a transformer, and what it does with the lines that the candidate keeps: the sections of the report, as the server sends them.
// Computes nothing.
import { type ComponentChildren, Fragment, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Transformed } from '../contract.ts';
import type { Tone } from './figures.ts';
import { filterOfJob } from './job-filter.ts';
import { show, view } from './page-state.ts';
import { Answered, Bar, Code, Figures, Problems, Sentences, Swatch } from './parts.tsx';
import { opened, transformed } from './questions.ts';

type Section = Transformed['sections'][number];
type Block = Section['blocks'][number];
type Text = Section['title'];

/** Lines of the input. */
const ROWS = { least: 2, most: 14 };

/** The SQL, its problems, and its outcomes. */
export function TransformerPanel(): JSX.Element {
  const input = useRef<HTMLTextAreaElement>(null);
  const [rejected, setRejected] = useState('');
  const { sql } = view.value;
  const take = (text: string): void => {
    // A job has credentials.
    const isJob = filterOfJob(text).note !== '';
    setRejected(isJob ? 'The text was not taken: found a job, expected SQL.' : '');
    if (isJob) input.current!.value = sql;
    else show({ sql: text }, 'typing');
  };
  const answer = transformed.answer.value;
  const { failure, isCurrent } = transformed;
  const isWrong = failure.value?.part === 'sql';
  const problems = isWrong ? failure.value!.problems! : isCurrent.value ? answer!.problems : [];
  return (
    <section id="transformer" class="transformer" aria-labelledby="transformer-title">
      <header>
        <h2 id="transformer-title">Transformer</h2>
        <small class="muted">SQL that a job applies to each line that the candidate keeps</small>
      </header>
      <div>
        <textarea
          ref={input}
          aria-labelledby="transformer-title"
          aria-invalid={isWrong}
          rows={Math.min(ROWS.most, Math.max(ROWS.least, sql.split('\n').length))}
          spellcheck={false}
          autocomplete="off"
          placeholder={`SELECT * FROM ${opened.value!.dataset} WHERE …`}
          value={sql}
          onInput={(event) => take(event.currentTarget.value)}
        />
        {rejected !== '' && (
          <p class="notice bad" role="alert">
            {rejected}
          </p>
        )}
        <Problems
          problems={problems}
          onFix={({ from, to, text }) => {
            show({ sql: sql.slice(0, from) + text + sql.slice(to) });
            input.current!.focus();
          }}
          onSelect={({ from, to }) => {
            input.current!.focus();
            input.current!.setSelectionRange(from, to);
          }}
        />
      </div>
      <Answered panel={transformed} name="what the transformer delivers">
        {answer !== null && failure.value === null && (
          <>
            <p class={answer.answer.tone}>{answer.answer.text}</p>
            <Sentences texts={answer.remarks} />
            {answer.sections.map(({ title, blocks }, index) => (
              <Fragment key={plain(title)}>
                {/* The panel has the title of the first one. */}
                {index > 0 && <h3>{marked(title)}</h3>}
                {blocks.map((block, at) => (
                  <Block key={at} block={block} title={plain(title)} />
                ))}
              </Fragment>
            ))}
            <p class="muted">
              The verdict above, its guards and what is taken along are those of the filters, without the SQL.
            </p>
            <details>
              <summary>The same figures in a terminal</summary>
              <Code text={answer.command} />
            </details>
          </>
        )}
      </Answered>
    </section>
  );
}

function Block({ block, title }: { block: Block; title: string }): JSX.Element | null {
  if (block.kind === 'text') return <p class={block.tone}>{marked(block.text)}</p>;
  if (block.kind === 'table') return <Table table={block} title={title} />;
  if (block.kind === 'code')
    return (
      <details>
        <summary>{block.label}</summary>
        <Code text={block.code} />
      </details>
    );
  if (block.kind === 'list')
    return (
      <ul class="muted">
        {block.items.map((item) => (
          <li key={plain(item)}>{marked(item)}</li>
        ))}
      </ul>
    );
  if (block.kind !== 'bar') return null;
  const parts = block.parts.map(({ fill, share }): [Tone, number] => [fill === 'written' ? 'kept' : fill, share]);
  return (
    <>
      <Bar class="strip" parts={parts} whole={1} />
      <ul class="legend">
        {block.parts.map(({ label, figures }, index) => (
          <li key={label}>
            <Swatch tone={parts[index]![0]} /> {label} {figures.join(', ')}
          </li>
        ))}
      </ul>
    </>
  );
}

function Table({ table, title }: { table: Extract<Block, { kind: 'table' }>; title: string }): JSX.Element {
  const { caption = title, columns, rows } = table;
  return (
    <Figures
      label={`Table: ${caption}`}
      caption={caption}
      titles={columns.map((column) => column.title)}
      isText={(column) => columns[column]?.isFigure !== true}
      rows={rows.map(([name, ...cells], index) => ({
        key: `${index}`,
        name: marked(name!.text),
        cells: cells.map(({ text, note }) => [marked(text), note !== undefined && <small key="note">{note}</small>]),
      }))}
    />
  );
}

/** Text whose parts from outside are marked. */
const marked = (text: Text): ComponentChildren =>
  typeof text === 'string'
    ? text
    : text.map((part, index) => (typeof part === 'string' ? part : <code key={index}>{part.code}</code>));
const plain = (text: Text): string =>
  typeof text === 'string' ? text : text.map((part) => (typeof part === 'string' ? part : part.code)).join('');
