// Reads the answer to a request: the envelope, or why there is none. Every answer becomes a result or a failure; nothing is thrown.
// docs/platform.md, "Management API".
import { z } from 'zod';
import { parsePlainJson } from '../../../base/index.ts';
import type { ApiFailure, ApiMessage } from './api-failure.ts';

/** A successful answer. */
export interface ApiAnswer {
  readonly result: unknown;
  /** Items of all pages, if the answer names the number. */
  readonly totalCount: number | undefined;
  /** Of the next page, if the answer names it. */
  readonly cursor: string | undefined;
}

/** Most messages of one answer that are read. */
const MAX_MESSAGES = 20;

const plainMessage = z.looseObject({
  code: z.number().nullish().catch(undefined),
  message: z.string().nullish().catch(undefined),
  source: z.looseObject({ pointer: z.string().nullish() }).nullish().catch(undefined),
});
const messagesSchema = z
  .array(plainMessage.extend({ error_chain: z.array(plainMessage).nullish().catch(undefined) }))
  .nullish()
  .catch(undefined);
const envelopeSchema = z.looseObject({
  success: z.boolean(),
  errors: messagesSchema,
  result_info: z
    .looseObject({ total_count: z.number().nullish(), cursor: z.string().nullish() })
    .nullish()
    .catch(undefined),
});

/** Parts of an answer. */
interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string | null;
  /** As in `ApiRequest`. */
  readonly isExact?: boolean | undefined;
}

/** Reads an answer with HTTP 2xx. */
export function readAnswer(raw: RawAnswer): ApiAnswer | ApiFailure {
  const { status, text } = raw;
  const unexpected = (found: string): ApiFailure => ({
    kind: 'unexpected',
    status,
    messages: [],
    isEnvelope: false,
    detail: `${found} (HTTP ${status})`,
    expected: 'JSON of the API',
  });
  const body = parse(text, raw.isExact === true);
  if (body === undefined) return unexpected(describeText(raw));
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) return unexpected('JSON without the key success');
  const { success, errors, result_info: info } = envelope.data;
  if (!success) return { kind: 'rejected', status, messages: messagesOf(errors), isEnvelope: true };
  return {
    result: envelope.data.result,
    totalCount: info?.total_count ?? undefined,
    cursor: info?.cursor || undefined,
  };
}

/** Reads the messages of an answer with another status. @param body parsed JSON, if it is JSON */
export function readErrors(body: unknown): Pick<ApiFailure, 'messages' | 'isEnvelope'> {
  const parsed = z.looseObject({ success: z.literal(false), errors: messagesSchema }).safeParse(body);
  return { messages: parsed.success ? messagesOf(parsed.data.errors) : [], isEnvelope: parsed.success };
}

function messagesOf(errors: z.infer<typeof messagesSchema>): ApiMessage[] {
  return (errors ?? [])
    .flatMap((error) => [error, ...(error.error_chain ?? [])])
    .slice(0, MAX_MESSAGES)
    .map(({ code, message, source }) => ({
      code: code ?? undefined,
      text: message ?? '',
      pointer: source?.pointer ?? undefined,
    }));
}

function parse(text: string, isExact: boolean): unknown {
  try {
    return isExact ? parsePlainJson(text) : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function describeText({ text, contentType }: RawAnswer): string {
  if (text.trim() === '') return 'an empty answer';
  if (/html/i.test(contentType ?? '') || /^\s*<(?:!doctype|html)/i.test(text)) return 'HTML';
  return 'text that is not valid JSON';
}
