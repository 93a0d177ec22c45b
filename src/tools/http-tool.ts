import { Ajv, type ValidateFunction } from 'ajv';

import type { AgentTool } from '../agent-document/index.js';
import type { SafeHttpClient } from '../common/safe-http/index.js';
import { resolveSecrets, type ToolSecrets } from './tool-secrets.js';

/** What of a tool's answer the model gets to read. */
const MAX_RESPONSE_BYTES = 16 * 1024;

export interface HttpToolOptions {
  readonly http: Pick<SafeHttpClient, 'send'>;
  readonly secrets: ToolSecrets;
  /** For tools that name no time of their own. */
  readonly timeoutMs: number;
}

export type ToolArguments = Readonly<Record<string, unknown>>;

export type HttpToolOutcome =
  | { readonly kind: 'ok'; readonly output: string }
  | { readonly kind: 'error' | 'timeout'; readonly code: string; readonly output: string };

const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false });

/** One HTTP tool of an agent document. */
export class HttpTool {
  readonly #tool: AgentTool;
  readonly #options: HttpToolOptions;
  readonly #validate: ValidateFunction | undefined;

  private constructor(tool: AgentTool, options: HttpToolOptions, validate: ValidateFunction | undefined) {
    this.#tool = tool;
    this.#options = options;
    this.#validate = validate;
  }

  /** A tool whose own schema is broken is kept, and fails when it is called: the conversation goes on without it. */
  static create(tool: AgentTool, options: HttpToolOptions): HttpTool {
    try {
      return new HttpTool(tool, options, ajv.compile(tool.parameters ?? {}));
    } catch {
      return new HttpTool(tool, options, undefined);
    }
  }

  async run(values: ToolArguments, signal: AbortSignal): Promise<HttpToolOutcome> {
    if (!this.#validate) return failure('TOOL_SCHEMA_INVALID', 'This tool is not available.');
    if (!this.#validate(values)) {
      const problem = ajv.errorsText(this.#validate.errors, { dataVar: 'arguments' });
      return failure('TOOL_ARGUMENTS_INVALID', `The arguments do not fit: ${problem}`);
    }
    const target = this.#target();
    if (!target) return failure('TOOL_SECRET_MISSING', 'This tool is not available.');
    const result = await this.#options.http.send({
      method: this.#tool.http.method,
      ...this.#message(target, values),
      timeoutMs: this.#tool.http.timeoutMs ?? this.#options.timeoutMs,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal,
    });
    if (result.kind === 'failure') {
      const timedOut = result.code === 'TIMEOUT';
      const code = timedOut ? 'TOOL_TIMEOUT' : 'TOOL_UNREACHABLE';
      const output = timedOut ? 'The tool did not answer in time.' : 'The tool could not be reached.';
      return { ...failure(code, output), kind: timedOut ? 'timeout' : 'error' };
    }
    const body = result.body.toString('utf8');
    if (result.status < 200 || result.status > 299) {
      return failure(
        'TOOL_REFUSED',
        `The tool answered with status ${result.status}: ${body.slice(0, 1_000)}`,
      );
    }
    return { kind: 'ok', output: body === '' ? 'done' : body };
  }

  /** Address and headers with their secrets; undefined when one is missing. */
  #target(): { readonly url: string; readonly headers: Record<string, string> } | undefined {
    const { url, headers = {} } = this.#tool.http;
    const resolvedUrl = resolveSecrets(url, this.#options.secrets);
    const resolvedHeaders: Record<string, string> = { accept: 'application/json, text/plain;q=0.9' };
    for (const [name, value] of Object.entries(headers)) {
      const resolved = resolveSecrets(value, this.#options.secrets);
      if (resolved === undefined) return undefined;
      resolvedHeaders[name.toLowerCase()] = resolved;
    }
    return resolvedUrl === undefined ? undefined : { url: resolvedUrl, headers: resolvedHeaders };
  }

  /** Arguments go into the query of a GET or DELETE and into the body of everything else. */
  #message(
    target: { readonly url: string; readonly headers: Record<string, string> },
    values: ToolArguments,
  ): { readonly url: string; readonly headers: Record<string, string>; readonly body?: string } {
    const inQuery = this.#tool.http.method === 'GET' || this.#tool.http.method === 'DELETE';
    if (!inQuery) {
      const headers = { 'content-type': 'application/json', ...target.headers };
      return { url: target.url, headers, body: JSON.stringify(values) };
    }
    const url = URL.parse(target.url);
    if (!url) return target;
    for (const [name, value] of Object.entries(values)) {
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    return { ...target, url: url.href };
  }
}

function failure(code: string, output: string): { kind: 'error'; code: string; output: string } {
  return { kind: 'error', code, output };
}
