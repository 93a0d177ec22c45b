import { type TSchema, Type } from '@sinclair/typebox';

/** Responses as such clients read them; ours may have more fields. */

export const Text = Type.String();
const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' });
export const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const Environment = Type.Union(['sandbox', 'pre-release', 'live'].map((name) => Type.Literal(name)));
export const Names = Type.Array(Text);
export const AnyObject = Type.Record(Text, Type.Unknown());

export const Deployment = Type.Object({
  ...{ id: Text, accountId: Text, agentId: Text, environment: Environment, artifactVersion: Text },
  ...{ version: Type.String({ pattern: '^[0-9a-f]{32}$' }), createdBy: Text, createdAt: Time },
  metadata: Type.Object({ deployment_message: Text, deployment_type: Text }),
});
export const Mutation = Type.Object({ deployment: Deployment, testRunIds: Type.Optional(Names) });

export const Agent = Type.Object({
  ...{ accountId: Text, agentId: Text, agentName: Text, createdAt: Time, updatedAt: Time },
  branchCount: Type.Integer(),
});

export const Endpoint = Type.Object({
  id: Type.String({ pattern: '^whe_[A-Za-z0-9]+$' }),
  ...{ name: Text, url: Text, enabled: Type.Boolean(), event_types: Names, timeout_ms: Type.Integer() },
  ...{ created_at: Time, updated_at: Time, headers: Type.Record(Text, Text) },
});

export const Rule = Type.Object({
  id: Type.String({ pattern: '^ar_[A-Za-z0-9]+$' }),
  ...{ name: Text, project_id: Type.Optional(orNull(Text)), metric: Text, operator: Text },
  ...{ threshold_value: Type.Integer(), window_duration: Text, enabled: Type.Boolean() },
  current_state: Type.Union(['ok', 'alert', 'no_data', 'unknown'].map((state) => Type.Literal(state))),
  ...{ since: orNull(Time), last_evaluated_at: orNull(Time), current_value: orNull(Type.Number()) },
  ...{ created_at: Time, updated_at: Time },
});

export const Connector = Type.Object({
  ...{ connectorId: Text, name: Text, accountId: Text, projectId: Text, clientEnv: Environment },
  ...{ variantId: Text, asrLangCode: Text, ttsLangCode: Text, voiceName: Text },
  disableHandoff: Type.Boolean(),
});

export const PhoneNumber = Type.Object({
  ...{ number: Text, projectId: Text, accountId: Text, clientEnv: Environment },
  connectorId: Type.Optional(Text),
});
export const found = (what: TSchema) => Type.Object({ found: Type.Array(what), notFound: Names });

export const ConfigPage = Type.Object({
  ...{ clientEnv: Environment, variables: AnyObject, schema: AnyObject, lastUpdated: orNull(Time) },
});

export const Topic = Type.Object({
  ...{ id: Text, name: Text, content: Text, actions: Text, isActive: Type.Boolean() },
  exampleQueries: Type.Object({ queries: Names }),
});

export const DebugChat = Type.Object({
  ...{ conversationId: Text, userInput: Text, response: Text },
  metadata: Type.Object({
    ...{ functionEvents: Type.Array(AnyObject), retrievedTopics: Type.Array(AnyObject), state: AnyObject },
    ...{ currentNode: orNull(Text), nodeTrace: Type.Array(Text), metrics: AnyObject },
  }),
  ...{ conversationEnded: Type.Boolean(), delayedResponse: Type.Boolean() },
});
export const Conversation = Type.Object({
  ...{ conversationId: Text, projectId: Text, fromNumber: orNull(Text), finishedAt: orNull(Time) },
  clientEnv: Text,
  turns: Type.Array(Type.Object({ user_input: Text, agent_response: Text })),
});
