import type { Environment } from './load-config.js';

/**
 * Settings of earlier versions, with what replaces each. One that is still set is reported at start;
 * docs/how-to/upgrading.md lists them all.
 */
export const removedSettings: Readonly<Record<string, string>> = {
  // This instance
  PROVIDER_ALLOW_PRIVATE_NETWORKS: 'set ALLOW_PRIVATE_NETWORKS=providers',
  SIP_ALLOW_PRIVATE_NETWORKS: 'set ALLOW_PRIVATE_NETWORKS=sip',
  TOOL_ALLOW_PRIVATE_NETWORKS: 'set ALLOW_PRIVATE_NETWORKS=tools',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'set ALLOW_PRIVATE_NETWORKS=webhooks',
  // Signaling (WebSocket)
  SIGNALING_MAX_FRAME_BYTES: 'fixed at 131,072 bytes',
  SIGNALING_PING_INTERVAL_MS: 'fixed at 20,000 ms',
  // Calls
  CALL_MAX_KEYS: 'fixed at 64',
  CALL_HAND_OVER_SUMMARY_TIMEOUT_MS: 'fixed at 3,000 ms',
  // Telephony (SIP)
  SIP_CARRY_ON_TIMEOUT_MS: 'fixed at 10,000 ms',
  SIP_MAX_MESSAGE_BYTES: 'fixed at 16,384 bytes',
  SIP_MAX_DATAGRAM_BYTES: 'fixed at 1,300 bytes',
  SIP_MAX_CONNECTIONS: 'fixed at 1,000',
  SIP_MAX_CONNECTIONS_PER_ADDRESS: 'fixed at 100',
  SIP_CONNECTION_IDLE_MS: 'fixed at 600,000 ms',
  SIP_TRUNK_WIDEST_RANGE: 'fixed at 16',
  SIP_TRUNK_WIDEST_IPV6_RANGE: 'fixed at 48',
  SIP_TRUNK_REFRESH_MS: 'fixed at 5,000 ms',
  // Outbound calls
  OUTBOUND_LIFETIME_SECONDS: 'fixed at 3,600 s; an order may set `expiresInSeconds`',
  // Conversations (call records)
  CONVERSATION_JOBS_POLL_INTERVAL_MS: 'fixed at 2,000 ms',
  // Knowledge
  KNOWLEDGE_DOCUMENT_MAX_CHARACTERS: 'fixed at 1,000,000',
  KNOWLEDGE_DOCUMENT_READ_MS: 'fixed at 20,000 ms',
  KNOWLEDGE_EMBEDDING_MAX_ATTEMPTS: 'fixed at 6',
  KNOWLEDGE_MIN_SIMILARITY_PERCENT: 'fixed at 20 %; an agent’s document may set `knowledge.minSimilarity`',
  KNOWLEDGE_PGVECTOR_INDEXES: 'fixed at 50',
  // Media (WebRTC)
  MEDIA_READ_EVERY_MS: 'fixed at 40 ms',
  MEDIA_CALLER_DTX: 'always on',
  MEDIA_TCP_MAX_UNCHECKED: 'fixed at 500',
  MEDIA_TCP_MAX_UNCHECKED_PER_ADDRESS: 'fixed at 50',
  MEDIA_OPUS_EXPECTED_LOSS: 'fixed at 10 %',
  MEDIA_OPUS_PACKET_MS: 'fixed at 40 ms',
  MEDIA_OPUS_PROTECTED_BITRATE: 'fixed at 32,000 bit/s',
  MEDIA_OPUS_PROTECT_FROM_LOSS: 'fixed at 1 %',
  // Speech and language providers
  PROVIDER_MAX_QUEUED_SPEECH_MS: 'fixed at 120,000 ms',
  STT_ANTICIPATE_TIMES: 'fixed at 4',
  TOOL_KEPT_CHARACTERS: 'fixed at 4,000',
  TOOL_LINGER_MS: 'fixed at 5,000 ms',
  TOOL_PATIENCE_MS: 'fixed at 3,000 ms',
  // MCP servers
  MCP_ANSWER_MAX_BYTES: 'fixed at 262,144 bytes',
  MCP_LIST_KEPT_MS: 'fixed at 3,600,000 ms',
  // Your own speech models (sherpa-onnx)
  SHERPA_ONNX_JOB_TIMEOUT_MS: 'fixed at 30,000 ms',
  SHERPA_ONNX_LOAD_TIMEOUT_MS: 'fixed at 60,000 ms',
  SHERPA_ONNX_MAX_BUFFERED_AUDIO_MS: 'fixed at 5,000 ms',
  SHERPA_ONNX_QUEUED_JOBS: 'fixed at 100',
  // The keyless starter agent
  STARTER_QUEUED_JOBS_PER_WORKER: 'fixed at 100',
  // Webhooks
  WEBHOOK_DISABLE_AFTER_HOURS: 'fixed at 120 hours',
  WEBHOOK_POLL_INTERVAL_MS: 'fixed at 1,000 ms',
  WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: 'fixed at 32',
  WEBHOOK_LEASE_MARGIN_MS: 'fixed at 15,000 ms',
  WEBHOOK_RESPONSE_CAP_BYTES: 'fixed at 4,096 bytes',
  WEBHOOK_PRUNE_INTERVAL_SECONDS: 'fixed at 3,600 s',
  WEBHOOK_DRAIN_MS: 'fixed at 5,000 ms',
  // Alerts
  ALERT_CLEAR_PERCENT: "fixed at 20 % of the rule's window",
  // Traces (OpenTelemetry)
  OTEL_BSP_SCHEDULE_DELAY: 'fixed at 5,000 ms',
  OTEL_BSP_MAX_QUEUE_SIZE: 'fixed at 4,096 spans',
};

/** One sentence for each removed setting that the environment still sets. */
export function removedSettingsIn(environment: Environment): string[] {
  return Object.entries(removedSettings)
    .filter(([name]) => (environment[name] ?? '') !== '')
    .map(([name, replacement]) => `${name} is set but no longer exists: ${replacement}.`);
}
