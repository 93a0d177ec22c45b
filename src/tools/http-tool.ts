import { Logger } from '@nestjs/common';
import { type AgentTool, checkArguments, type ParsedSchema } from '../agent-document/index.js';
import type { SafeHttpClient } from '../safe-http/index.js';
import { type LedgerEntry, onRecord, type ToolLedger } from './tool-ledger.js';
import type { ToolArguments } from './parse-arguments.js';
import type { ToolOutcome } from './tool-call.js';
import { targetOf, type ToolCaller, type ToolSecrets } from './tool-target.js';
import { toolFailure, sendToolRequest, type ToolRequest } from './tool-request.js';

const UNAVAILABLE = 'This tool is not available.';

export interface HttpToolOptions {
  readonly http: Pick<SafeHttpClient, 'send'>;
  readonly secrets: ToolSecrets;
  /** Default timeout of tools without their own. */
  readonly timeoutMs: number;
  /** Survives the process. Without it, a crash loses running requests. */
  readonly ledger?: ToolLedger;
}

/** How a call belongs to others. */
export interface CallLink extends Pick<LedgerEntry, 'undoes' | 'then'> {
  /** Makes the following call, while this one is still in the ledger. */
  readonly follow?: (outcome: ToolOutcome) => Promise<void>;
  /** The ledger has it as the following call of another one. */
  readonly isFollowing?: boolean;
}

/** One call of a tool that sends requests. */
export interface ToolRun {
  /** The name that the model uses. */
  readonly name: string;
  /** Sent as the idempotency key: a retry has no further effect. */
  readonly callId: string;
  readonly signal: AbortSignal;
  /** JSON from the model, not parsed. */
  readonly argumentsText: string;
  /** Receives the secret values before the request is sent, for redaction. */
  readonly secrets: (values: readonly string[]) => void;
  readonly link?: CallLink;
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
  async run(values: ToolArguments, run: ToolRun): Promise<ToolOutcome> {
    const request = await this.prepare(values, run);
    return 'kind' in request ? request : await this.send(request, run);
  }

  get storesText(): boolean {
    return this.caller.storeText === true;
  }

  /** The request of a call, or why it can't be made. Never throws. */
  async prepare(
    values: ToolArguments,
    run: Pick<ToolRun, 'callId' | 'secrets'>,
  ): Promise<ToolRequest | ToolOutcome> {
    return await this.guarded(async () => this.problemWith(values) ?? (await this.requestOf(values, run)));
  }

  /** Makes a prepared call. Never throws. */
  async send(request: ToolRequest, run: ToolRun): Promise<ToolOutcome> {
    return await this.guarded(() => this.sendOnRecord(request, run));
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T | ToolOutcome> {
    try {
      return await work();
    } catch (error) {
      logger.error(
        { tool: this.tool.name, accountId: this.caller.accountId, err: error },
        'a tool failed unexpectedly',
      );
      return toolFailure('TOOL_FAILED', UNAVAILABLE);
    }
  }

  private problemWith(values: ToolArguments): ToolOutcome | undefined {
    if (!this.schema.ok) {
      const [problem] = this.schema.problems;
      const { name: tool } = this.tool;
      // From drafts saved before such schemas were refused; saving the draft again gives the same error.
      logger.warn(
        { tool, accountId: this.caller.accountId, ...problem },
        'a tool is unusable because of its schema',
      );
      return toolFailure('TOOL_SCHEMA_INVALID', UNAVAILABLE);
    }
    const verdict = checkArguments(this.schema.schema, values);
    if (verdict.kind === 'fit') return undefined;
    if (verdict.kind === 'too-complex')
      return toolFailure('TOOL_ARGUMENTS_INVALID', 'The arguments are too large.');
    return toolFailure('TOOL_ARGUMENTS_INVALID', `The arguments do not fit: ${verdict.problem}`);
  }

  private async requestOf(
    values: ToolArguments,
    run: Pick<ToolRun, 'callId' | 'secrets'>,
  ): Promise<ToolRequest | ToolOutcome> {
    const { method, timeoutMs = this.options.timeoutMs } = this.tool.http;
    const target = await targetOf(this.tool.http, this.caller, this.options.secrets);
    if (target.kind === 'refused') {
      logger.warn(
        { tool: this.tool.name, accountId: this.caller.accountId, code: target.code },
        'a tool is unusable',
      );
      return toolFailure(target.code, UNAVAILABLE);
    }
    run.secrets(target.secrets);
    const inQuery = method === 'GET' || method === 'DELETE';
    if (inQuery) addToQuery(target.url, values);
    const accept = { accept: 'application/json, text/plain;q=0.9' };
    return {
      method,
      url: target.url.href,
      headers: {
        ...accept,
        ...(!inQuery && { 'content-type': 'application/json' }),
        // The document may set its own key.
        'idempotency-key': run.callId,
        ...target.headers,
      },
      ...(!inQuery && { body: JSON.stringify({ ...values, ...target.body }) }),
      timeoutMs,
      // Idempotent methods (RFC 9110, 9.2.2).
      repeatable: this.tool.http.repeatable ?? ['GET', 'PUT', 'DELETE'].includes(method),
      secrets: target.secrets,
    };
  }

  /** Writes requests with side effects to the ledger before sending them, so that they take effect once. */
  private async sendOnRecord(request: ToolRequest, run: ToolRun): Promise<ToolOutcome> {
    const { http, ledger } = this.options;
    const { durable = request.method !== 'GET' } = this.tool.http;
    const { callId, link: { follow, isFollowing = false, ...link } = {} } = run;
    const send = async () => {
      const outcome = await sendToolRequest(http, request, run.signal);
      await follow?.(outcome);
      return outcome;
    };
    if (!ledger || !durable || isFollowing) return await send();
    const { accountId, conversationId, storeText } = this.caller;
    const argumentsText = storeText ? run.argumentsText : undefined;
    const entry = { callId, accountId, conversationId, name: this.tool.name, request, argumentsText };
    return await onRecord(ledger, { ...entry, ...link }, send);
  }
}

const logger = new Logger(HttpTool.name);

/** Keeps the document's query parameters: a model may add parameters, not replace them. */
function addToQuery(url: URL, values: ToolArguments): void {
  const fixed = new Set(url.searchParams.keys());
  for (const [name, value] of Object.entries(values)) {
    if (fixed.has(name)) continue;
    url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}
