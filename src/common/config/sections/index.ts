import type { SettingsOf } from '../setting.js';
import { alertConstants, alertSettings } from './alerts.settings.js';
import { analysisSettings } from './analysis.settings.js';
import { authSettings } from './auth.settings.js';
import { callConstants, callSettings } from './calls.settings.js';
import { conversationConstants, conversationSettings } from './conversations.settings.js';
import { databaseSettings } from './database.settings.js';
import { deploymentSettings } from './deployments.settings.js';
import { httpSettings } from './http.settings.js';
import { instanceSettings } from './instance.settings.js';
import { knowledgeConstants, knowledgeSettings } from './knowledge.settings.js';
import { limitsSettings } from './limits.settings.js';
import { mediaConstants, mediaSettings } from './media.settings.js';
import { metricsSettings } from './metrics.settings.js';
import { outboundCallConstants, outboundCallSettings } from './outbound-calls.settings.js';
import { recordingSettings } from './recordings.settings.js';
import { signalingConstants, signalingSettings } from './signaling.settings.js';
import { peopleSettings } from './people.settings.js';
import { providerConstants, providerSettings } from './providers.settings.js';
import { sherpaOnnxSettings } from './sherpa-onnx.settings.js';
import { starterConstants, starterSettings } from './starter.settings.js';
import { studioSettings } from './studio.settings.js';
import { webhookConstants, webhookSettings } from './webhooks.settings.js';
import { telephonyConstants, telephonySettings } from './telephony.settings.js';
import { tracingConstants, tracingSettings } from './tracing.settings.js';
import { textChatSettings } from './text-chats.settings.js';
import { testSetSettings } from './test-sets.settings.js';
import { usageSettings } from './usage.settings.js';
import { turnSettings } from './turn.settings.js';

/** One entry per module with settings, in the order of `.env.example` and docs/reference/settings.md. */
export const sections = {
  instance: instanceSettings,
  http: httpSettings,
  database: databaseSettings,
  auth: authSettings,
  people: peopleSettings,
  limits: limitsSettings,
  deployments: deploymentSettings,
  signaling: signalingSettings,
  calls: callSettings,
  telephony: telephonySettings,
  outboundCalls: outboundCallSettings,
  conversations: conversationSettings,
  recordings: recordingSettings,
  analysis: analysisSettings,
  usage: usageSettings,
  testSets: testSetSettings,
  textChats: textChatSettings,
  knowledge: knowledgeSettings,
  media: mediaSettings,
  providers: providerSettings,
  sherpaOnnx: sherpaOnnxSettings,
  turn: turnSettings,
  starter: starterSettings,
  studio: studioSettings,
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
  limits: 'Limits of an account',
  deployments: 'Deployments',
  signaling: 'Signaling (WebSocket)',
  calls: 'Calls',
  telephony: 'Telephony (SIP)',
  outboundCalls: 'Outbound calls',
  conversations: 'Conversations (call records)',
  recordings: 'Recordings in a bucket',
  analysis: 'Call analysis',
  usage: 'Usage and costs',
  testSets: 'Test sets',
  textChats: 'Text conversations',
  knowledge: 'Knowledge',
  media: 'Media (WebRTC)',
  providers: 'Speech and language providers',
  sherpaOnnx: 'Your own speech models (sherpa-onnx)',
  turn: 'STUN and TURN',
  starter: 'The keyless starter agent',
  studio: 'Studio',
  webhooks: 'Webhooks',
  alerts: 'Alerts',
  metrics: 'Metrics',
  tracing: 'Traces (OpenTelemetry)',
};

/** Values of a section that only tests change. They are no settings: the environment can't set them. */
export const constants = {
  signaling: signalingConstants,
  calls: callConstants,
  telephony: telephonyConstants,
  outboundCalls: outboundCallConstants,
  conversations: conversationConstants,
  knowledge: knowledgeConstants,
  media: mediaConstants,
  providers: providerConstants,
  starter: starterConstants,
  webhooks: webhookConstants,
  alerts: alertConstants,
  tracing: tracingConstants,
} as const;

type Constants = typeof constants;

export type Overrides = { readonly [K in keyof Constants]?: Partial<Constants[K]> };

export type AppConfigValues = {
  readonly [K in keyof typeof sections]: SettingsOf<(typeof sections)[K]> &
    (K extends keyof Constants ? Readonly<Constants[K]> : unknown);
};
