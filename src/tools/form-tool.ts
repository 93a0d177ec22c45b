import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type AgentDocument, type AgentForm, withoutFormPlaces } from '../agent-document/index.js';
import {
  fillForm,
  type FormState,
  type FormStep,
  formContext,
  type Given,
  keptForm,
  reopened,
  takeGiven,
} from '../forms/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';
import { earlierForm } from '../voice/earlier-form.js';
import type { EarlierCall } from '../voice/earlier-words.js';
import type { ToolArguments } from './parse-arguments.js';
import type { ToolDeclaration, ToolOutcome, ToolResult } from './tool-call.js';

export const FILL_FORM = 'fill_form';
/** Model output when it calls a form's completion tool directly. */
export const LEFT_TO_FORM: ToolResult = {
  output: `${FILL_FORM} calls it once the caller has confirmed all values. Nothing was done.`,
  failed: 'error',
};

const Arguments = Type.Object({
  form: Type.Optional(Type.String()),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  ),
  skip: Type.Optional(Type.Array(Type.String())),
  confirmed: Type.Optional(Type.Boolean()),
  cancel: Type.Optional(Type.Boolean()),
});

const MOST_EXAMPLES = 3;
const MOST_ASKED = 100;
const THANKS = 'Thank you.';
const FAILED = "Sorry, that didn't work.";
const OUTCOME_UNKNOWN = "Sorry, I can't tell whether that worked.";

/** Calls the tool that completes a form, the way the conversation calls its tools. */
export type Act = (name: string, argumentsText: string) => Promise<ToolResult>;

export interface FormToolOptions {
  readonly agent: AgentDocument;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly emit: (event: AgentEvent) => void;
  /** The state of the earlier call that this conversation resumes. */
  readonly earlier?: EarlierCall | undefined;
}

/** The result of a form tool call. `form` is the form's state as plain JSON, or null. */
export interface FormOutcome {
  readonly outcome: ToolOutcome;
  readonly form: object | null;
  readonly hangUp?: ToolResult['hangUp'];
}

/**
 * The tool with which a model fills in the document's forms. It keeps their state, parses values with the starter
 * agent's parsers, and instructs the model what to ask and read back. A form is completed only after the caller has
 * heard all values and confirmed them.
 */
export class FormTool {
  readonly declaration: ToolDeclaration;
  private running: { readonly form: AgentForm; readonly state: FormState } | undefined;
  /** `asked` counts as of the caller's last turn, so that a question which was not heard yet is not counted twice. */
  private askedBefore: FormState['asked'];
  /** The caller has spoken since the last answer and has therefore heard the values to confirm. */
  private isHeard = true;
  /** Serializes parallel calls of the model. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly forms: readonly AgentForm[],
    private readonly options: FormToolOptions,
  ) {
    this.declaration = declarationOf(forms);
    const kept = keptForm(forms, earlierForm(options.earlier)?.kept);
    // A form that was confirmed before is on record and is not resumed.
    this.running = kept?.phase === 'open' ? kept : undefined;
    this.askedBefore = this.running?.state.asked ?? {};
  }

  /** Undefined without forms in the document. */
  static of(options: FormToolOptions): FormTool | undefined {
    const { forms = [] } = options.agent;
    return forms.length > 0 ? new FormTool(forms, options) : undefined;
  }

  /** Whether the tool completes a form. Models may not call such a tool without the caller's confirmation. */
  leadsTo(name: string): boolean {
    return this.forms.some(({ then }) => then.tool === name);
  }

  callerSpoke(): void {
    this.isHeard = true;
    this.askedBefore = this.running?.state.asked ?? {};
  }

  run(values: ToolArguments, act: Act): Promise<FormOutcome> {
    const next = this.last.then(() => this.take(values, act));
    this.last = next.catch(() => undefined);
    return next;
  }

  private async take(values: ToolArguments, act: Act): Promise<FormOutcome> {
    if (!Value.Check(Arguments, values))
      return this.refused('Write "values" as an object of texts, and "confirmed" as true or false.');
    const { form: name = this.running?.form.name ?? this.forms[0]?.name, cancel = false } = values;
    const form = this.forms.find((one) => one.name === name);
    if (!form)
      return this.refused(
        `There is no such form. There are: ${this.forms.map((one) => one.name).join(', ')}.`,
      );
    const given = givenBy(values);
    if (this.running && this.running.form !== form) this.end(this.running.form, 'left');
    if (!this.running && (given.isConfirmed || cancel) && Object.keys(given.values).length === 0)
      return this.refused('Nothing is filled in, and nothing was done. Give values first.');
    if (cancel) {
      this.end(form, 'cancelled');
      return this.answer('cancelled', []);
    }
    if (given.isConfirmed && !this.isHeard)
      return this.refused(
        'The caller has not heard it yet. Say what is to be confirmed, and wait for the answer.',
      );
    const state = this.running && { ...this.running.state, asked: this.askedBefore };
    const { problems, ...step } = takeGiven(form, state, given, this.context);
    return await this.goOn(form, step, problems, act);
  }

  private async goOn(
    form: AgentForm,
    step: FormStep,
    problems: Readonly<Record<string, string>>,
    act: Act,
  ): Promise<FormOutcome> {
    const { outcome, say, state } = step;
    if (outcome === 'open') {
      this.running = { form, state };
      this.isHeard = false;
      this.tellProgress('open');
      return this.answer('open', say, { ...this.filledOf(form, state), problems });
    }
    if (outcome === 'completed') return await this.finish(form, state, act);
    this.end(form, outcome === 'cancelled' ? 'cancelled' : 'left');
    const [person] = outcome === 'transfer' ? (this.options.agent.transfer?.destinations ?? []) : [];
    return person ? await this.handOff(person.name, act) : this.answer('left', say);
  }

  /** All values are confirmed: calls the completion tool and reports its result. */
  private async finish(form: AgentForm, state: FormState, act: Act): Promise<FormOutcome> {
    const { tool, say = THANKS, failed: ofFailure = FAILED, transfer } = form.then;
    this.running = { form, state };
    this.tellProgress('acting');
    const result = tool === undefined ? undefined : await act(tool, JSON.stringify(state.values));
    const again = result && !result.failed && reopened(form, state, result.output, this.context);
    if (typeof again === 'object') return await this.goOn(form, again, {}, act);
    const failed = again === 'refused' ? 'error' : result?.failed;
    this.end(form, failed === undefined ? 'completed' : 'failed', state);
    const words = (text: string) => [fillForm(text, form, state.values, this.context)];
    if (failed !== undefined)
      return this.answer('failed', words(failed === 'error' ? ofFailure : OUTCOME_UNKNOWN));
    if (transfer !== undefined) return await this.handOff(transfer, act);
    return this.answer('done', words(say), result && { toolAnswer: result.output });
  }

  private async handOff(target: string, act: Act): Promise<FormOutcome> {
    const { output, failed, hangUp } = await act('transfer', JSON.stringify({ target }));
    const kind = failed ?? 'ok';
    return { outcome: { kind, output }, form: null, ...(hangUp && { hangUp }) };
  }

  private end(
    form: AgentForm,
    outcome: 'completed' | 'failed' | 'cancelled' | 'left',
    state?: FormState,
  ): void {
    this.running = undefined;
    this.options.emit({ kind: 'form', name: form.name, outcome, values: state?.values ?? {} });
  }

  private tellProgress(phase: 'open' | 'acting'): void {
    if (!this.running) return;
    const { form, state } = this.running;
    this.options.emit({
      kind: 'form-progress',
      name: form.name,
      values: state.values,
      kept: { phase, state },
    });
  }

  private filledOf({ fields }: AgentForm, { values, skipped }: FormState) {
    const missing = fields.map(({ name }) => name).filter((name) => !Object.hasOwn(values, name));
    return { filled: values, missing: missing.filter((name) => !skipped.includes(name)) };
  }

  private answer(outcome: string, say: readonly string[], more: object = {}): FormOutcome {
    const output = JSON.stringify({ outcome, ...(say.length > 0 && { say: say.join(' ') }), ...more });
    return { outcome: { kind: 'ok', output }, form: this.kept };
  }

  private refused(why: string): FormOutcome {
    return { outcome: { kind: 'error', code: 'TOOL_ARGUMENTS_INVALID', output: why }, form: this.kept };
  }

  private get kept(): object | null {
    return this.running ? { phase: 'open', state: this.running.state } : null;
  }

  private get context() {
    return formContext(this.options.agent, this.options.nowMs());
  }
}

function givenBy({ values = {}, skip = [], confirmed = false }: Static<typeof Arguments>): Given {
  const said = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return {
    values: Object.fromEntries(said.map(([name, value]) => [name, String(value)])),
    skipped: skip,
    isConfirmed: confirmed,
  };
}

/** The properties of all forms by field name; several forms may have fields of the same name. */
function propertiesOf(forms: readonly AgentForm[]) {
  const properties: Record<string, { type: 'string'; description: string }> = {};
  for (const { name: form, fields } of forms) {
    for (const { name, type, ask, choices } of fields) {
      const kind = choices ? `one of: ${choices.join(', ')}` : type;
      const asked = `${form}: "${withoutFormPlaces(ask).slice(0, MOST_ASKED)}" (${kind})`;
      const before = properties[name] ? `${properties[name].description}; ` : '';
      properties[name] = { type: 'string', description: `${before}${asked}` };
    }
  }
  return properties;
}

function declarationOf(forms: readonly AgentForm[]): ToolDeclaration {
  const begin = forms.map(({ name, when }) => `${name} ("${when.slice(0, MOST_EXAMPLES).join('", "')}")`);
  return {
    name: FILL_FORM,
    description:
      `Fills in a form with what the caller says. Forms, and what callers say who want one: ${begin.join('; ')}. Call it as soon as ` +
      'somebody wants one, and whenever the caller gives, changes or confirms a value. It answers what to say next: say that in the ' +
      'caller\'s language, with all values as they are. Nothing is done until the outcome is "done": never tell the caller that it ' +
      'is done before.',
    parameters: {
      type: 'object',
      properties: {
        form: { type: 'string', enum: forms.map(({ name }) => name) },
        values: {
          type: 'object',
          description:
            'What the caller said, each value as it was said, in English; or as ISO 8601 writes dates and times. Nothing that the caller has not said.',
          properties: propertiesOf(forms),
        },
        skip: {
          type: 'array',
          items: { type: 'string' },
          description: 'Names of optional values that the caller does not want to give.',
        },
        confirmed: {
          type: 'boolean',
          description: 'True only where the caller has just said that what you read back is right.',
        },
        cancel: { type: 'boolean', description: 'True where the caller does not want it any more.' },
      },
      required: ['form'],
    },
  };
}
