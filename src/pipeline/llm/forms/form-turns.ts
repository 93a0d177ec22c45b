import { randomUUID } from 'node:crypto';
import type { AgentDocument, AgentForm } from '../../../agent-document/index.js';
import {
  answerForm,
  beginForm,
  dictatedAnswer,
  endOfAnswer,
  FormEar,
  fillForm,
  formContext,
  type FormState,
  type FormStep,
  keptForm,
  reopened,
  type ValueContext,
} from '../../../forms/index.js';
import type { AgentEvent } from '../../../voice/agent-adapter.js';
import { earlierForm } from '../../../voice/earlier-form.js';
import type { EarlierCall } from '../../../voice/earlier-words.js';
import type { AwaitedAnswer, ChatPiece, ChatRequest, Transcript } from '../../stages/index.js';
import { type RunningForm, runningForm } from './running-form.js';

export interface FormTurnsOptions {
  /** Milliseconds since 1970; the reference for "tomorrow". */
  readonly nowMs: () => number;
  readonly emit: (event: AgentEvent) => void;
}

const STILL_AT_IT = 'One moment, please.';
const THANKS = 'Thank you.';
const FAILED = "Sorry, that didn't work.";
const OUTCOME_UNKNOWN = "Sorry, I can't tell whether that worked.";

/** How a form handled the caller's words. */
export type FormAnswer =
  | { readonly kind: 'pieces'; readonly pieces: readonly ChatPiece[] }
  /** The form could not use the words: another answer may fit, before the question is repeated. */
  | { readonly kind: 'lost'; readonly question: string; readonly pieces: readonly ChatPiece[] }
  /** A handoff target has to continue. */
  | { readonly kind: 'hand-over'; readonly question: string };

/** The forms of one conversation: handles the caller's turns while a form is being filled in, and submits it. */
export class FormTurns {
  /** State after the last answer, for judging the caller's words before they are answered. */
  private current: RunningForm | undefined;
  private readonly ear = new FormEar();

  constructor(private readonly options: FormTurnsOptions) {}

  /** The form in progress, if any. */
  running({ agent, messages }: Pick<ChatRequest, 'agent' | 'messages'>): RunningForm | undefined {
    return (this.current = runningForm(agent, messages));
  }

  begin(agent: AgentDocument, form: AgentForm, text: string): readonly ChatPiece[] {
    return this.piecesOf(form, beginForm(form, text, this.contextOf(agent)), agent);
  }

  answer(agent: AgentDocument, running: RunningForm, { text, keys }: Transcript): FormAnswer {
    const { form, phase, state, tool } = running;
    if (phase === 'acting' && tool) return { kind: 'pieces', pieces: this.afterTool(agent, running) };
    const step = this.ear.answer(form, state, { text, keys }, this.contextOf(agent));
    const question = step.say.at(-1) ?? '';
    if (step.outcome === 'transfer') return { kind: 'hand-over', question: this.questionOf(agent, running) };
    const pieces = this.piecesOf(form, step, agent);
    return step.isLost === true && step.outcome === 'open'
      ? { kind: 'lost', question, pieces }
      : { kind: 'pieces', pieces };
  }

  /** Handles the result of the form's tool, if it has arrived. */
  afterTool(agent: AgentDocument, { form, state, tool }: RunningForm): readonly ChatPiece[] {
    if (tool?.isPending === true) return [said(STILL_AT_IT)];
    const again =
      tool && !tool.failed ? reopened(form, state, tool.content, this.contextOf(agent)) : undefined;
    if (typeof again === 'object' && again.outcome !== 'transfer') return this.piecesOf(form, again, agent);
    return this.finish(agent, form, state, again === undefined ? tool?.failed : 'error');
  }

  /** The caller was handed off: ends the form. */
  leave(form: AgentForm): ChatPiece {
    this.tell(form, 'left');
    return { kind: 'form', form: null };
  }

  /** The last question of a form that another process was filling in; undefined if none was in progress. */
  questionBefore(agent: AgentDocument, earlier: EarlierCall | undefined): string | undefined {
    const kept = keptForm(agent.forms ?? [], earlierForm(earlier)?.kept);
    if (kept?.phase !== 'open') return undefined;
    this.current = kept;
    return this.questionOf(agent, kept);
  }

  /** What the agent has asked for; undefined if no form is in progress. */
  awaited(agent: AgentDocument): AwaitedAnswer | undefined {
    if (!this.current) return undefined;
    const { form, state } = this.current;
    const context = this.contextOf(agent);
    return {
      dictated: dictatedAnswer(form, state),
      likeliest: (readings) => this.ear.likeliest(form, state, readings, context),
      endOf: (text) => endOfAnswer(form, state, text, context),
    };
  }

  private questionOf(agent: AgentDocument, { form, state }: RunningForm): string {
    return answerForm(form, state, { text: 'pardon' }, this.contextOf(agent)).say.at(-1) ?? '';
  }

  private piecesOf(
    form: AgentForm,
    { state, say, outcome }: FormStep,
    agent: AgentDocument,
  ): readonly ChatPiece[] {
    const words = say.length > 0 ? [said(say.join(' '))] : [];
    if (outcome === 'open') return [...words, this.kept(form, 'open', state)];
    if (outcome !== 'completed') {
      this.tell(form, outcome === 'cancelled' ? 'cancelled' : 'left');
      return [...words, { kind: 'form', form: null }];
    }
    const { tool } = form.then;
    if (tool === undefined) return [...words, ...this.finish(agent, form, state, undefined)];
    const call = { callId: randomUUID(), name: tool, argumentsText: JSON.stringify(state.values) };
    return [...words, this.kept(form, 'acting', state), { kind: 'call', call }];
  }

  private finish(
    agent: AgentDocument,
    form: AgentForm,
    state: FormState,
    failed: string | undefined,
  ): readonly ChatPiece[] {
    const { say, failed: ofFailure = FAILED, transfer } = form.then;
    this.tell(form, failed === undefined ? 'completed' : 'failed', state);
    const text = failed === undefined ? (say ?? THANKS) : failed === 'error' ? ofFailure : OUTCOME_UNKNOWN;
    const words = said(fillForm(text, form, state.values, this.contextOf(agent)));
    const call = {
      callId: randomUUID(),
      name: 'transfer',
      argumentsText: JSON.stringify({ target: transfer }),
    };
    return [
      words,
      { kind: 'form', form: null },
      ...(transfer === undefined ? [] : [{ kind: 'call', call } as const]),
    ];
  }

  private kept(form: AgentForm, phase: RunningForm['phase'], state: FormState): ChatPiece {
    this.current = { form, phase, state };
    this.options.emit({
      kind: 'form-progress',
      name: form.name,
      values: state.values,
      kept: { phase, state },
    });
    return { kind: 'form', form: { phase, state } };
  }

  private tell(
    { name }: AgentForm,
    outcome: 'completed' | 'failed' | 'cancelled' | 'left',
    state?: FormState,
  ): void {
    this.current = undefined;
    this.options.emit({ kind: 'form', name, outcome, values: state?.values ?? {} });
  }

  private contextOf(agent: AgentDocument): ValueContext {
    return formContext(agent, this.options.nowMs());
  }
}

const said = (delta: string): ChatPiece => ({ kind: 'text', delta });
