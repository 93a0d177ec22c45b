import { newId } from '../common/ids/index.js';
import type { AgentEvent, ToolCallReport } from '../voice/agent-adapter.js';
import type { FaultCode } from '../voice/fault-codes.js';
import { withoutSecrets } from './tool-target.js';

/** Longest name of a tool; a model may invent longer ones. */
const MAX_NAME = 64;

/** Limits arguments and answers in reports. */
export const KEPT_CHARACTERS = 4_000;

/** The result of running a tool. */
export interface ToolOutcome {
  readonly kind: ToolCallReport['outcome'];
  /** Why it failed; absent on success. */
  readonly code?: FaultCode;
  /** For the model. */
  readonly output: string;
  /** Recorded instead of `output`. */
  readonly recorded?: string;
  readonly status?: number;
  readonly attempts?: number;
}

export interface ToolCallOptions {
  readonly name: string;
  readonly argumentsText: string;
  readonly turnId: string | undefined;
  /** For a call that has its own; a new one by default. */
  readonly callId?: string;
  /** The call that it undoes. */
  readonly undoes?: string;
  readonly emit: (event: AgentEvent) => void;
}

/** One tool call, from the model's request to its report. */
export class ToolCall {
  readonly callId: string;
  readonly name: string;
  private readonly beganAtMs = performance.now();

  constructor(private readonly options: ToolCallOptions) {
    this.name = options.name.slice(0, MAX_NAME);
    this.callId = options.callId ?? newId('tcall');
  }

  get turnId(): string | undefined {
    return this.options.turnId;
  }

  get undoes(): string | undefined {
    return this.options.undoes;
  }

  /** JSON from the model, not parsed. */
  get argumentsText(): string {
    return this.options.argumentsText;
  }

  /** Called before a request is made. */
  begin(): void {
    this.options.emit({ kind: 'tool-started', ...this.identity() });
  }

  /** @param secrets Values to remove from the report. */
  finish(outcome: ToolOutcome, secrets: readonly string[]): void {
    const { emit, argumentsText } = this.options;
    const { kind, code, output, recorded = output, status, attempts = 0 } = outcome;
    if (code !== undefined) emit({ kind: 'fault', source: 'function', code });
    emit({
      kind: 'tool-call',
      ...this.identity(),
      outcome: kind,
      ...(code !== undefined && { code }),
      arguments: this.kept(argumentsText, secrets),
      answer: this.kept(recorded, secrets),
      ...(status !== undefined && { status }),
      attempts,
      durationMs: Math.round(performance.now() - this.beganAtMs),
    });
  }

  private identity() {
    const { turnId, undoes } = this.options;
    return {
      callId: this.callId,
      ...(turnId !== undefined && { turnId }),
      name: this.name,
      ...(undoes !== undefined && { undoes }),
    };
  }

  /** Removes secrets before truncating, so that no part of one remains. */
  private kept(text: string, secrets: readonly string[]): string {
    const shown = withoutSecrets(text, secrets);
    return shown.length <= KEPT_CHARACTERS ? shown : `${shown.slice(0, KEPT_CHARACTERS)}…`;
  }
}

export interface ToolResult {
  /** Its id in the record; absent if there is none. */
  readonly callId?: string;
  /** For the model: the tool's response, or the error. */
  readonly output: string;
  /** For the model, besides the response. */
  readonly note?: string;
  /** It failed, or the outcome is unknown; absent on success. */
  readonly failed?: Exclude<ToolOutcome['kind'], 'ok'>;
  /** Calls that were made with it, which the model did not ask for by themselves. */
  readonly also?: readonly CallMade[];
  /** The form's state afterwards, as plain JSON, for the record. Null: no form is open. Absent: unchanged. */
  readonly form?: object | null;
  /** The agent hangs up and says nothing more. */
  readonly hangUp?: { readonly reason: string };
}

/** A call with its outcome. */
export interface CallMade {
  readonly callId: string;
  readonly name: string;
  readonly argumentsText: string;
  readonly undoes?: string;
  readonly output: string;
  readonly failed?: Exclude<ToolOutcome['kind'], 'ok'>;
}

/** A tool as declared to a model. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}
