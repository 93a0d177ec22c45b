import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

import type { AgentDocument } from '../agent-document/index.js';
import type { KeyRules } from '../voice/keys/index.js';

/** Tools that act on the call itself, offered if the document lists them in `builtInTools`. */
export type BuiltInTool = NonNullable<AgentDocument['builtInTools']>[number];

const HangUp = Type.Object({
  reason: Type.Optional(Type.String({ maxLength: 200, description: 'Why the call ends, in a few words.' })),
});
const Transfer = Type.Object({
  target: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Who the caller should be transferred to.',
  }),
});
/** A transfer with a briefing for the person who answers. */
const BriefedTransfer = Type.Composite([
  Transfer,
  Type.Object({
    briefing: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description:
          'What the person hears before the caller is put through: who calls and what they want, in one or two sentences.',
      }),
    ),
  }),
]);
const SendDtmf = Type.Object({
  digits: Type.String({ pattern: '^[0-9A-D*#]{1,32}$', description: 'Keys to press: 0-9, A-D, * and #.' }),
});

const CollectDigits = Type.Object({
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 32,
      description: 'How many keys are wanted; so many end the entry. Default: 32.',
    }),
  ),
  end_key: Type.Optional(
    Type.Union([Type.Literal('#'), Type.Literal('*'), Type.Literal('none')], {
      description: 'The key that ends the entry and is no part of it. Default: #.',
    }),
  ),
  first_digit_timeout_seconds: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 60,
      description: 'How long the first key is waited for once you have finished speaking. Default: 10.',
    }),
  ),
  inter_digit_timeout_seconds: Type.Optional(
    Type.Number({
      minimum: 0.5,
      maximum: 30,
      description: 'Silence after a key that ends the entry. Default: 4.',
    }),
  ),
});

export type Wish =
  | { readonly kind: 'hang-up'; readonly reason: string }
  | { readonly kind: 'transfer'; readonly target: string; readonly briefing?: string }
  | { readonly kind: 'dtmf'; readonly digits: string }
  | { readonly kind: 'collect'; readonly rules: KeyRules };

interface Definition {
  readonly description: string;
  readonly parameters: TSchema;
  /** The requested action; undefined if the arguments don't fit. */
  understand(values: unknown): Wish | undefined;
}

function definition<S extends TSchema>(
  description: string,
  parameters: S,
  wish: (values: Static<S>) => Wish,
): Definition {
  return {
    description,
    parameters,
    understand: (values) => (Value.Check(parameters, values) ? wish(values) : undefined),
  };
}

export const builtInTools: Readonly<Record<BuiltInTool, Definition>> = {
  hang_up: definition('Ends the call. Say goodbye first.', HangUp, (values) => ({
    kind: 'hang-up',
    reason: values.reason ?? 'agent',
  })),
  transfer: definition(
    'Transfers the caller to a person or a department. Tell the caller so only once it is done.',
    BriefedTransfer,
    ({ target, briefing = '' }) => ({
      kind: 'transfer',
      target,
      ...(briefing.trim() !== '' && { briefing: briefing.trim() }),
    }),
  ),
  send_dtmf: definition(
    'Presses keys of the telephone, for example to answer a menu. It is not done until you are told so.',
    SendDtmf,
    (values) => ({
      kind: 'dtmf',
      digits: values.digits,
    }),
  ),
  collect_digits: definition(
    'Waits for keys that the caller presses on the telephone, for example a customer number. Ask for them first. What is pressed ' +
      'without being asked for comes by itself.',
    CollectDigits,
    (values) => ({
      kind: 'collect',
      rules: {
        most: values.count ?? 32,
        endKeys: values.end_key === 'none' ? '' : (values.end_key ?? '#'),
        firstKeyMs: (values.first_digit_timeout_seconds ?? 10) * 1_000,
        nextKeyMs: (values.inter_digit_timeout_seconds ?? 4) * 1_000,
      },
    }),
  ),
};

/** The tool's parameters, as declared to models. */
export function parametersOf(name: BuiltInTool, { transfer }: AgentDocument): TSchema {
  const isBriefed = transfer?.destinations.some(({ warm }) => warm !== undefined) ?? false;
  return name === 'transfer' && !isBriefed ? Transfer : builtInTools[name].parameters;
}
