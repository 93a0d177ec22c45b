import type { Quotas } from '../quotas.js';
import type { SettingsOf } from '../setting.js';
import {
  alertConstants,
  alertSettings,
  metricsSettings,
  tracingConstants,
  tracingSettings,
} from './observability.settings.js';
import {
  authConstants,
  authSettings,
  limitsConstants,
  limitsSettings,
  peopleConstants,
  peopleSettings,
  mailConstants,
  mailSettings,
} from './accounts.settings.js';
import {
  callConstants,
  callSettings,
  signalingConstants,
  signalingSettings,
  turnSettings,
} from './calls.settings.js';
import {
  conversationConstants,
  conversationSettings,
  recordingConstants,
  recordingSettings,
  usageSettings,
} from './conversations.settings.js';
import {
  databaseConstants,
  databaseSettings,
  httpConstants,
  httpSettings,
  instanceSettings,
} from './service.settings.js';
import {
  knowledgeConstants,
  knowledgeSettings,
  analysisConstants,
  deploymentConstants,
  studioConstants,
  textChatConstants,
  testSetConstants,
  testSetSettings,
} from './agents.settings.js';
import { mediaConstants, mediaSettings } from './media.settings.js';
import {
  outboundCallConstants,
  outboundCallSettings,
  telephonyConstants,
  telephonySettings,
} from './telephony.settings.js';
import {
  providerConstants,
  providerSettings,
  sherpaOnnxSettings,
  starterConstants,
  starterSettings,
} from './providers.settings.js';
import { webhookConstants, webhookSettings } from './webhooks.settings.js';

/** One entry per module with settings, in the order of `.env.example` and docs/reference/settings.md. */
export const sections = {
  instance: instanceSettings,
  http: httpSettings,
  database: databaseSettings,
  auth: authSettings,
  people: peopleSettings,
  mail: mailSettings,
  limits: limitsSettings,
  signaling: signalingSettings,
  calls: callSettings,
  telephony: telephonySettings,
  outboundCalls: outboundCallSettings,
  conversations: conversationSettings,
  recordings: recordingSettings,
  usage: usageSettings,
  testSets: testSetSettings,
  knowledge: knowledgeSettings,
  media: mediaSettings,
  providers: providerSettings,
  sherpaOnnx: sherpaOnnxSettings,
  turn: turnSettings,
  starter: starterSettings,
  webhooks: webhookSettings,
  alerts: alertSettings,
  metrics: metricsSettings,
  tracing: tracingSettings,
} as const;

export const sectionTitles: Readonly<Record<keyof typeof sections, string>> = {
  instance: 'This instance',
  http: 'HTTP',
  database: 'Database',
  auth: 'Keys and tokens',
  people: 'People and sign-in',
  mail: 'E-mail',
  limits: 'Limits of an account',
  signaling: 'Signaling (WebSocket)',
  calls: 'Calls',
  telephony: 'Telephony (SIP)',
  outboundCalls: 'Outbound calls',
  conversations: 'Conversations (call records)',
  recordings: 'Recordings in a bucket',
  usage: 'Usage and costs',
  testSets: 'Test sets',
  knowledge: 'Knowledge',
  media: 'Media (WebRTC)',
  providers: 'Speech and language providers',
  sherpaOnnx: 'Your own speech models (sherpa-onnx)',
  turn: 'STUN and TURN',
  starter: 'The keyless starter agent',
  webhooks: 'Webhooks',
  alerts: 'Alerts',
  metrics: 'Metrics',
  tracing: 'Traces (OpenTelemetry)',
};

/** Values of a section that only tests change. They are no settings: the environment can't set them. */
export const constants = {
  http: httpConstants,
  database: databaseConstants,
  auth: authConstants,
  people: peopleConstants,
  mail: mailConstants,
  limits: limitsConstants,
  deployments: deploymentConstants,
  signaling: signalingConstants,
  calls: callConstants,
  telephony: telephonyConstants,
  outboundCalls: outboundCallConstants,
  conversations: conversationConstants,
  recordings: recordingConstants,
  analysis: analysisConstants,
  testSets: testSetConstants,
  textChats: textChatConstants,
  knowledge: knowledgeConstants,
  media: mediaConstants,
  providers: providerConstants,
  starter: starterConstants,
  studio: studioConstants,
  webhooks: webhookConstants,
  alerts: alertConstants,
  tracing: tracingConstants,
} as const;

type Sections = typeof sections;
type Constants = typeof constants;

export type Overrides = { readonly [K in keyof Constants]?: Partial<Constants[K]> } & {
  readonly quotas?: Partial<Quotas>;
};

export type AppConfigValues = {
  readonly [K in keyof Sections | keyof Constants]: (K extends keyof Sections
    ? SettingsOf<Sections[K]>
    : unknown) &
    (K extends keyof Constants ? Readonly<Constants[K]> : unknown);
} & {
  /** For accounts without their own. */
  readonly quotas: Quotas;
  /** From settings that earlier releases had. */
  readonly formerQuotas: Partial<Quotas>;
};
