// A response that is not what was requested: its status, and what its content is. Contains none of the content: it may repeat a key.

/** The kind of content. */
export type ResponseContent = 'empty' | 'text' | 'json' | 'web-page' | 'login-page' | 's3' | 'redirect';

/** The parts of a response that an error needs. */
interface Response {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
}

const S3_XML = /^\s*(?:<\?xml[^>]*>\s*)?<(?:Error|ListBucketResult|ListAllMyBucketsResult)[\s>]/;
const WEB_PAGE = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;
/** A form with a password, or the words of one. */
const LOGIN = /type\s*=\s*["']?password|<title>[^<]*(?:log|sign)[\s-]?(?:in|on)\b/i;

/** An unexpected response. */
export class EdgeResponseError extends Error {
  override readonly name = 'EdgeResponseError';
  readonly status: number;
  readonly content: ResponseContent;
  /** The Retry-After header. */
  readonly retryAfter: string | undefined;
  /** Host that a redirect names; undefined if it names none. */
  readonly redirectHost: string | undefined;
  /** Whether this is one redirect too many within the origin. */
  readonly isLoop: boolean;
  /** Where JSON differs from a listing: `objects[0].key`. */
  readonly jsonPath: string | undefined;

  private constructor(
    { status, headers }: Response,
    details: {
      content: ResponseContent;
      redirectHost?: string | undefined;
      isLoop?: boolean | undefined;
      jsonPath?: string | undefined;
    },
  ) {
    super(`HTTP ${status}, ${details.content}`);
    this.status = status;
    this.content = details.content;
    this.retryAfter = headers['retry-after'];
    this.redirectHost = details.redirectHost;
    this.isLoop = details.isLoop === true;
    this.jsonPath = details.jsonPath;
  }

  /** A response with other content. */
  static ofContent(response: Response, text: string): EdgeResponseError {
    return new EdgeResponseError(response, { content: contentOf(text) });
  }

  /** JSON that is not a listing. */
  static ofJson(response: Response, jsonPath: string): EdgeResponseError {
    return new EdgeResponseError(response, { content: 'json', jsonPath });
  }

  /** A redirect that is not followed. @param target undefined without a valid address */
  static ofRedirect(response: Response, target: URL | undefined): EdgeResponseError {
    // The path may contain a token of the login.
    const redirectHost = target === undefined ? undefined : `${target.protocol}//${target.host}`;
    return new EdgeResponseError(response, { content: 'redirect', redirectHost });
  }

  /** A redirect within the origin, after as many as are followed. */
  static ofRedirectLoop(response: Response): EdgeResponseError {
    return new EdgeResponseError(response, { content: 'redirect', isLoop: true });
  }
}

function contentOf(text: string): ResponseContent {
  if (text.trim() === '') return 'empty';
  if (S3_XML.test(text)) return 's3';
  if (WEB_PAGE.test(text)) return LOGIN.test(text) ? 'login-page' : 'web-page';
  return /^\s*[[{]/.test(text) ? 'json' : 'text';
}
