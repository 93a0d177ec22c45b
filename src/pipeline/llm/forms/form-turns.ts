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
import { type RunningForm, runningForm } from './kept-form.js';

export interface FormTurnsOptions {
  /** Milliseconds since 1970, which "tomorrow" is counted from. */
  readonly nowMs: () => number;
  readonly emit: (event: AgentEvent) => void;
}

const STILL_AT_IT = 'One moment, please.';
const THANKS = 'Thank you.';
const FAILED = "Sorry, that didn't work.";
const OUTCOME_UNKNOWN = "Sorry, I can't tell whether that worked.";

/** What the caller's words came to. */
export type FormAnswer =
  | { readonly kind: 'pieces'; readonly pieces: readonly ChatPiece[] }
  /** Nothing was made of them: another answer may be, before the question is put again. */
  | { readonly kind: 'lost'; readonly question: string; readonly pieces: readonly ChatPiece[] }
  /** Somebody else is to go on. */
  | { readonly kind: 'hand-over'; readonly question: string };

/** The forms of one conversation: a caller's turns while one is filled in, and what is done once it is. */
export class FormTurns {
  /** As the last answer left it, for those who judge the caller's words before they are answered. */
  private current: RunningForm | undefined;
  private readonly ear = new FormEar();

  constructor(private readonly options: FormTurnsOptions) {}

  /** The form under way, if one is. */
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

  /** The tool of the form has answered, or not yet. */
  afterTool(agent: AgentDocument, { form, state, tool }: RunningForm): readonly ChatPiece[] {
    if (tool?.isPending === true) return [said(STILL_AT_IT)];
    const again =
      tool && !tool.failed ? reopened(form, state, tool.content, this.contextOf(agent)) : undefined;
    if (typeof again === 'object' && again.outcome !== 'transfer') return this.piecesOf(form, again, agent);
    return this.finish(agent, form, state, again === undefined ? tool?.failed : 'error');
  }

  /** Somebody else got the caller: the form is not gone on with. */
  leave(form: AgentForm): ChatPiece {
    this.tell(form, 'left');
    return { kind: 'form', form: null };
  }

  /** What the caller was asked last in a form that another process had; undefined where none was under way. */
  questionBefore(agent: AgentDocument, earlier: EarlierCall | undefined): string | undefined {
    const kept = keptForm(agent.forms ?? [], earlierForm(earlier)?.kept);
    if (kept?.phase !== 'open') return undefined;
    this.current = kept;
    return this.questionOf(agent, kept);
  }

  /** What the caller is asked; undefined where no form runs. */
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
