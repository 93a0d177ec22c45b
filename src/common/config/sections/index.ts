import type { Quotas } from '../quotas.js';
import type { SettingsOf } from '../setting.js';
import { alertConstants, alertSettings } from './alerts.settings.js';
import { authConstants, authSettings } from './auth.settings.js';
import { callConstants, callSettings } from './calls.settings.js';
import { conversationConstants, conversationSettings } from './conversations.settings.js';
import { databaseConstants, databaseSettings } from './database.settings.js';
import { httpConstants, httpSettings } from './http.settings.js';
import { instanceSettings } from './instance.settings.js';
import { knowledgeConstants, knowledgeSettings } from './knowledge.settings.js';
import { limitsConstants, limitsSettings } from './limits.settings.js';
import { mailConstants, mailSettings } from './mail.settings.js';
import { mediaConstants, mediaSettings } from './media.settings.js';
import { metricsSettings } from './metrics.settings.js';
import {
  analysisConstants,
  deploymentConstants,
  studioConstants,
  textChatConstants,
} from './module-constants.js';
import { outboundCallConstants, outboundCallSettings } from './outbound-calls.settings.js';
import { recordingConstants, recordingSettings } from './recordings.settings.js';
import { signalingConstants, signalingSettings } from './signaling.settings.js';
import { peopleConstants, peopleSettings } from './people.settings.js';
import { providerConstants, providerSettings } from './providers.settings.js';
import { sherpaOnnxSettings } from './sherpa-onnx.settings.js';
import { starterConstants, starterSettings } from './starter.settings.js';
import { webhookConstants, webhookSettings } from './webhooks.settings.js';
import { telephonyConstants, telephonySettings } from './telephony.settings.js';
import { tracingConstants, tracingSettings } from './tracing.settings.js';
import { testSetConstants, testSetSettings } from './test-sets.settings.js';
import { usageSettings } from './usage.settings.js';
import { turnSettings } from './turn.settings.js';

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
