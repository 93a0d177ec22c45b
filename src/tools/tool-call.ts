import { newId } from '../common/ids/index.js';
import type { AgentEvent, ToolCallReport } from '../voice/agent-adapter.js';
import type { FaultCode } from '../voice/fault-codes.js';
import { withoutSecrets } from './tool-target.js';

/** Longest name of a tool; what a model calls beside it may be longer. */
const MAX_NAME = 64;

/** What came of running a tool. */
export interface ToolOutcome {
  readonly kind: ToolCallReport['outcome'];
  /** Why, unless it went well. */
  readonly code?: FaultCode;
  /** For the model. */
  readonly output: string;
  /** What the record has in place of that. */
  readonly recorded?: string;
  readonly status?: number;
  readonly attempts?: number;
}

export interface ToolCallOptions {
  readonly name: string;
  readonly argumentsText: string;
  readonly turnId: string | undefined;
  readonly emit: (event: AgentEvent) => void;
  /** Characters of arguments and answer, each, that are told. */
  readonly keptCharacters: number;
}

/** One call of a tool, from the model's wish to its report. */
export class ToolCall {
  readonly callId = newId('tcall');
  readonly name: string;
  private readonly beganAtMs = performance.now();

  constructor(private readonly options: ToolCallOptions) {
    this.name = options.name.slice(0, MAX_NAME);
  }

  /** As the model wrote them. */
  get argumentsText(): string {
    return this.options.argumentsText;
  }

  /** A request is about to be made. */
  begin(): void {
    this.options.emit({ kind: 'tool-started', ...this.identity() });
  }

  /** @param secrets Values that nobody may read in the report. */
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
    const { turnId } = this.options;
    return { callId: this.callId, ...(turnId !== undefined && { turnId }), name: this.name };
  }

  /** Secrets are removed before anything is cut, so that no part of one is left. */
  private kept(text: string, secrets: readonly string[]): string {
    const shown = withoutSecrets(text, secrets);
    const { keptCharacters } = this.options;
    return shown.length <= keptCharacters ? shown : `${shown.slice(0, keptCharacters)}…`;
  }
}
