import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Analysis } from './analysis.js';
import { CalendarSchema } from './calendar.js';
import { ClaimCheckSettings } from './claim-check-settings.js';
import { FormSchema } from './agent-form.js';
import { Intent } from './intent.js';
import { Tool } from './document-tools.js';
import { McpServer } from './mcp-server.js';
import { FailureWords } from './failure-words.js';
import { Models } from './model-choice.js';
import { Privacy } from './privacy.js';
import { Speech } from './speech.js';
import { Transfer } from './transfer.js';
import { TurnTaking } from './turn-taking-settings.js';
import { Knowledge } from './knowledge-use.js';

const CarryOn = Type.Object(
  {
    message: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          'What the agent says first when a call goes on that was cut off by a fault of the service; empty: nothing. Default: a short apology ' +
          'where languageCode is English, else nothing. Where the caller waits for an answer, that is given instead.',
      }),
    ),
  },
  { additionalProperties: false, title: 'CarryOn' },
);

/**
 * The agent document: what a draft holds, publishing freezes and adapters receive. The schema is the single source: it
 * validates drafts, is served as JSON Schema, and gives the TypeScript type.
 */
export const AGENT_DOCUMENT_SCHEMA_VERSION = 1;

/** The part of BCP 47 that engines distinguish. */
export const LANGUAGE_CODE = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';

const closed = { additionalProperties: false } as const;
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

const settings = {
  greeting: optional(
    Type.String({
      maxLength: 2_000,
      description: 'What the agent says first; may hold variables. Empty: the caller speaks first.',
    }),
  ),
  languageCode: optional(
    Type.String({ pattern: LANGUAGE_CODE, examples: ['en-GB'], description: 'BCP 47, for example `en-GB`.' }),
  ),
  timeZone: optional(
    Type.String({
      pattern: '^[A-Za-z0-9_+/-]{1,64}$',
      examples: ['Europe/Berlin'],
      description: 'Of `{{now}}`: a name of the IANA database, for example `Europe/Berlin`. Default: UTC.',
    }),
  ),
  voice: optional(
    Type.Object(
      {
        voiceId: optional(Type.String({ maxLength: 200 })),
        speed: optional(Type.Number({ minimum: 0.5, maximum: 2 })),
      },
      { ...closed, title: 'VoiceChoice' },
    ),
  ),
  prompt: optional(
    Type.String({ maxLength: 50_000, description: 'May hold variables, which are put in as quoted data.' }),
  ),
  llm: optional(
    Type.Object(
      {
        modelId: optional(Type.String({ maxLength: 200 })),
        temperature: optional(Type.Number({ minimum: 0, maximum: 2 })),
      },
      { ...closed, title: 'LlmChoice' },
    ),
  ),
  models: optional(Models),
  turnTaking: optional(TurnTaking),
  knowledge: optional(Knowledge),
  privacy: optional(Privacy),
  carryOn: optional(CarryOn),
  failure: optional(FailureWords),
  claimCheck: optional(ClaimCheckSettings),
  analysis: optional(Analysis),
  speech: optional(Speech),
  transfer: optional(Transfer),
  tools: optional(Type.Array(Tool, { maxItems: 100 })),
  mcpServers: optional(
    Type.Array(McpServer, {
      maxItems: 10,
      description: 'Servers of the Model Context Protocol whose tools the model may call.',
    }),
  ),
  calendars: optional(
    Type.Array(CalendarSchema, {
      maxItems: 10,
      description: 'Calendars in which the agent finds free times and books appointments.',
    }),
  ),
  builtInTools: optional(
    Type.Array(
      Type.Union([
        Type.Literal('hang_up'),
        Type.Literal('transfer'),
        Type.Literal('send_dtmf'),
        Type.Literal('collect_digits'),
      ]),
      {
        maxItems: 4,
        uniqueItems: true,
      },
    ),
  ),
  intents: optional(Type.Array(Intent, { maxItems: 200 })),
  forms: optional(
    Type.Array(FormSchema, { maxItems: 50, description: 'What an agent collects, field by field.' }),
  ),
  fallbackReply: optional(
    Type.String({ maxLength: 1_000, description: 'What the starter agent says when it did not understand.' }),
  ),
};

const Variant = Type.Object(
  {
    name: optional(Type.String({ minLength: 1, maxLength: 100 })),
    attributes: optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' }),
        Type.Union([Type.String({ maxLength: 4_000 }), Type.Number(), Type.Boolean()]),
        {
          ...closed,
          maxProperties: 50,
          description: 'Values of `{{variant.NAME}}` in calls of this variant.',
        },
      ),
    ),
    overrides: Type.Object(settings, { ...closed, title: 'AgentSettings' }),
  },
  { ...closed, title: 'Variant' },
);

export const AgentDocumentSchema = Type.Object(
  {
    schemaVersion: Type.Literal(AGENT_DOCUMENT_SCHEMA_VERSION),
    ...settings,
    variants: optional(
      Type.Record(Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$' }), Variant, {
        maxProperties: 50,
        additionalProperties: false,
      }),
    ),
  },
  { ...closed, $id: 'https://earshot.dev/schemas/agent-document-1.json', title: 'AgentDocument' },
);

export type AgentDocument = Static<typeof AgentDocumentSchema>;
export type AgentIntent = Static<typeof Intent>;
export type { AgentTool } from './document-tools.js';
export { type AgentMcpServer, mcpNameProblems, mcpToolName } from './mcp-server.js';
export { TURN_TAKING_DEFAULTS } from './turn-taking-defaults.js';
export type { TurnTakingSettings } from './turn-taking-settings.js';

/** The document without tools that hand a call over. */
export function withoutHandoff(document: AgentDocument): AgentDocument {
  return { ...document, builtInTools: (document.builtInTools ?? []).filter((name) => name !== 'transfer') };
}

/** The document with the variant's overrides applied; without a variant the document itself. */
export function resolveVariant(
  document: AgentDocument,
  variantId: string | undefined,
): AgentDocument | undefined {
  if (variantId === undefined) return document;
  const variants = document.variants ?? {};
  const variant = Object.hasOwn(variants, variantId) ? variants[variantId] : undefined;
  return variant && { ...document, ...variant.overrides };
}

/** Values of `{{variant.NAME}}`; none without a variant. */
export function attributesOf(
  { variants = {} }: AgentDocument,
  variantId: string | undefined,
): Readonly<Record<string, string | number | boolean>> {
  const known = variantId !== undefined && Object.hasOwn(variants, variantId);
  return (known && variants[variantId]?.attributes) || {};
}
