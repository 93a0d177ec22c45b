import { Logger } from '@nestjs/common';
import { type AgentTool, checkArguments, type ParsedSchema } from '../agent-document/index.js';
import type { SafeHttpClient, SafeHttpResult } from '../common/safe-http/index.js';
import type { FaultCode } from '../voice/fault-codes.js';
import type { ToolArguments } from './parse-arguments.js';
import type { ToolOutcome } from './tool-call.js';
import type { ToolSecrets } from './tool-secrets.js';
import { targetOf, type ToolCaller, withoutSecrets } from './tool-target.js';

/** Characters of a response that the model reads. */
const MAX_RESPONSE_BYTES = 16 * 1024;
/** The same for an error status. */
const MAX_ERROR_CHARACTERS = 1_000;
const CUT_OFF = 'The tool was cut off. Whether it did its work is unknown.';
const UNAVAILABLE = 'This tool is not available.';

export interface HttpToolOptions {
  readonly http: Pick<SafeHttpClient, 'send'>;
  readonly secrets: ToolSecrets;
  /** For tools without a timeout of their own. */
  readonly timeoutMs: number;
  /** Characters of arguments and answer, each, that the record of a call of a tool keeps. Default: 4,000. */
  readonly keptCharacters?: number;
  /** How long a request may go on after its call has ended, so that it isn't cut off in the middle. Default: 5 s. */
  readonly lingerMs?: number;
  /** How long an answer waits for tools of the one before that the caller interrupted. Default: 3 s. */
  readonly patienceMs?: number;
}

export interface HttpToolRun {
  /** Names the call of the tool, so that the same request made again has no further effect. */
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Told of the values that nobody may read, before the request leaves. */
  readonly secrets: (values: readonly string[]) => void;
}

/** One HTTP tool of an agent document, used by one account. */
export class HttpTool {
  constructor(
    private readonly tool: AgentTool,
    private readonly schema: ParsedSchema,
    private readonly caller: ToolCaller,
    private readonly options: HttpToolOptions,
  ) {}

  /** Never throws: failures are outcomes. */
  async run(values: ToolArguments, run: HttpToolRun): Promise<ToolOutcome> {
    try {
      return this.problemWith(values) ?? (await this.send(values, run));
    } catch (error) {
      logger.error(
        { tool: this.tool.name, accountId: this.caller.accountId, err: error },
        'a tool failed unexpectedly',
      );
      return failure('TOOL_FAILED', UNAVAILABLE);
    }
  }

  private problemWith(values: ToolArguments): ToolOutcome | undefined {
    if (!this.schema.ok) {
      const [problem] = this.schema.problems;
      const { name: tool } = this.tool;
      // Saved before such schemas were refused; saving the draft again gives the same error.
      logger.warn(
        { tool, accountId: this.caller.accountId, ...problem },
        'a tool is unusable because of its schema',
      );
      return failure('TOOL_SCHEMA_INVALID', UNAVAILABLE);
    }
    const verdict = checkArguments(this.schema.schema, values);
    if (verdict.kind === 'fit') return undefined;
    if (verdict.kind === 'too-complex')
      return failure('TOOL_ARGUMENTS_INVALID', 'The arguments are too large.');
    return failure('TOOL_ARGUMENTS_INVALID', `The arguments do not fit: ${verdict.problem}`);
  }

  private async send(values: ToolArguments, run: HttpToolRun): Promise<ToolOutcome> {
    const { method, timeoutMs = this.options.timeoutMs } = this.tool.http;
    const target = await targetOf(this.tool.http, this.caller, this.options.secrets);
    if (target.kind === 'refused') {
      logger.warn(
        { tool: this.tool.name, accountId: this.caller.accountId, code: target.code },
        'a tool is unusable',
      );
      return failure(target.code, UNAVAILABLE);
    }
    run.secrets(target.secrets);
    const inQuery = method === 'GET' || method === 'DELETE';
    if (inQuery) addToQuery(target.url, values);
    const accept = { accept: 'application/json, text/plain;q=0.9' };
    const result = await this.options.http.send({
      method,
      url: target.url.href,
      headers: {
        ...accept,
        ...(!inQuery && { 'content-type': 'application/json' }),
        // A document may have its own.
        'idempotency-key': run.callId,
        ...target.headers,
      },
      ...(!inQuery && { body: JSON.stringify({ ...values, ...target.body }) }),
      timeoutMs,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal: run.signal,
    });
    return outcomeOf(result, target.secrets);
  }
}

const logger = new Logger(HttpTool.name);

/** The document's own query parameters stay: a model may add some, not replace them. */
function addToQuery(url: URL, values: ToolArguments): void {
  const fixed = new Set(url.searchParams.keys());
  for (const [name, value] of Object.entries(values)) {
    if (fixed.has(name)) continue;
    url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

function outcomeOf(result: SafeHttpResult, secrets: readonly string[]): ToolOutcome {
  if (result.kind === 'failure') {
    if (result.code === 'ABORTED')
      return { kind: 'unknown', code: 'TOOL_CUT_OFF', output: CUT_OFF, attempts: 1 };
    if (result.code !== 'TIMEOUT')
      return { ...failure('TOOL_UNREACHABLE', 'The tool could not be reached.'), attempts: 1 };
    const output = 'The tool did not answer in time.';
    return { kind: 'timeout', code: 'TOOL_TIMEOUT', output, attempts: 1 };
  }
  const { status } = result;
  const told = { status, attempts: 1 };
  const body = withoutSecrets(result.body.toString('utf8'), secrets);
  if (status >= 200 && status <= 299) return { kind: 'ok', output: body === '' ? 'done' : body, ...told };
  const start = body.slice(0, MAX_ERROR_CHARACTERS);
  return { ...failure('TOOL_REFUSED', `The tool answered with status ${status}: ${start}`), ...told };
}

function failure(code: FaultCode, output: string): ToolOutcome {
  return { kind: 'error', code, output };
}
