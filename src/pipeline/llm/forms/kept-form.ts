import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AgentDocument, AgentForm } from '../../../agent-document/index.js';
import type { FormState } from '../../../forms/index.js';
import type { ChatMessage } from '../../stages/index.js';

const Money = Type.Object({ amount: Type.Number(), currency: Type.Optional(Type.String()) });
const FormValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Money]);
const Names = Type.Array(Type.String());
const Half = Type.Object({ date: Type.Optional(Type.String()), time: Type.Optional(Type.String()) });
const OfField = (kind: 'ask' | 'confirm' | 'choose') =>
  Type.Object({ kind: Type.Literal(kind), field: Type.String() });
const OfAll = (kind: 'review' | 'change') => Type.Object({ kind: Type.Literal(kind) });

const State = Type.Object({
  form: Type.String(),
  values: Type.Record(Type.String(), FormValue),
  said: Names,
  confirmed: Names,
  skipped: Names,
  asked: Type.Record(Type.String(), Type.Number()),
  doubts: Type.Record(Type.String(), Type.Array(FormValue)),
  halves: Type.Record(Type.String(), Half),
  step: Type.Union([OfField('ask'), OfField('confirm'), OfField('choose'), OfAll('review'), OfAll('change')]),
});

/** `acting`: all values are right, and what the form does with them was begun. */
const Kept = Type.Object({ phase: Type.Union([Type.Literal('open'), Type.Literal('acting')]), state: State });

/** A form under way, as it stands with the agent's words. */
export interface RunningForm {
  readonly form: AgentForm;
  readonly phase: Static<typeof Kept>['phase'];
  readonly state: FormState;
  /** How the tool ended that the form called; absent before that. */
  readonly tool?: Extract<ChatMessage, { role: 'tool' }> | undefined;
}

/** The form that the agent's last words belong to; undefined where none runs, or the document has it no more. */
export function runningForm(
  { forms = [] }: AgentDocument,
  messages: readonly ChatMessage[],
): RunningForm | undefined {
  const at = messages.findLastIndex((message) => message.role === 'assistant' && message.form !== undefined);
  const message = messages[at];
  const kept = message?.role === 'assistant' ? message.form : undefined;
  // It comes from a database, and belongs to the document of then.
  if (!Value.Check(Kept, kept)) return undefined;
  const { state } = kept;
  const form = forms.find(({ name }) => name === state.form);
  if (!form || !namesOf(state).every((name) => form.fields.some((field) => field.name === name)))
    return undefined;
  const tool = messages.slice(at).find((one) => one.role === 'tool');
  return { form, phase: kept.phase, state, tool };
}

const namesOf = ({ values, doubts, halves, skipped, step }: FormState): string[] => [
  ...Object.keys({ ...values, ...doubts, ...halves }),
  ...skipped,
  ...('field' in step ? [step.field] : []),
];
