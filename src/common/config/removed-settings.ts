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
  LOG_PRETTY: 'logs are readable at a terminal and JSON elsewhere',
  DEMO_FILE: 'always demo.json in DATA_DIR',
  // HTTP
  HTTP_BODY_MAX_DEPTH: 'fixed at 32',
  HTTP_BODY_MAX_VALUES: 'fixed at 20,000',
  HTTP_REQUEST_TIMEOUT_MS: 'fixed at 30,000 ms',
  // Database
  DATABASE_STATEMENT_TIMEOUT_MS: '90 % of DATABASE_QUERY_TIMEOUT_MS',
  DATABASE_LOCK_TIMEOUT_MS: '75 % of DATABASE_QUERY_TIMEOUT_MS',
  DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: '2.5 times DATABASE_QUERY_TIMEOUT_MS',
  DATABASE_TRANSACTION_TIMEOUT_MS: 'three times DATABASE_QUERY_TIMEOUT_MS',
  DATABASE_KEEPALIVE_SECONDS: 'fixed at 10 s',
  // Keys and tokens
  API_KEY_CACHE_TTL_MS: 'fixed at 500 ms',
  STUDIO_TOKEN_TTL_SECONDS: 'fixed at 900 s',
  CALL_TOKEN_MAX_TTL_SECONDS: 'fixed at 86,400 s',
  API_KEY_CACHE_SIZE: 'fixed at 10,000',
  API_KEY_GUESS_LIMIT: 'fixed at 100',
  API_KEY_GUESS_WINDOW_SECONDS: 'fixed at 60 s',
  CONNECTOR_TOKEN_MAX_OVERLAP_HOURS: 'fixed at 168 hours',
  CALL_TOKEN_MAX_USES: 'fixed at 1,000',
  // People and sign-in
  SESSIONS_PER_PERSON: 'fixed at 50',
  SIGN_IN_LINK_MINUTES: 'fixed at 10 minutes',
  PASSWORD_HASH_LOG2_N: 'fixed at 15',
  PASSWORD_HASHES_AT_ONCE: 'fixed at 2',
  SIGN_IN_FAILURES_PER_ADDRESS: 'fixed at 30',
  SIGN_IN_FAILURES_PER_EMAIL: 'fixed at 10',
  SIGN_IN_WINDOW_SECONDS: 'fixed at 900 s',
  // Limits of an account
  REAL_TIME_CONFIG_MAX_BYTES: 'fixed at 65,536 bytes',
  LIMITS_SHARE_INTERVAL_MS: 'fixed at 1,000 ms',
  // Deployments
  DEPLOYMENT_CONTENT_CACHE_SIZE: 'fixed at 1,000',
  ROLLOUT_LOOK_MS: 'fixed at 1,000 ms',
  EXPERIMENT_LOOK_MS: 'fixed at 10,000 ms',
  GATES_LOOK_MS: 'fixed at 2,000 ms',
  PENDING_DEPLOYMENT_HOURS: 'fixed at 72 hours',
  // Signaling (WebSocket)
  SIGNALING_MAX_FRAME_BYTES: 'fixed at 131,072 bytes',
  SIGNALING_PING_INTERVAL_MS: 'fixed at 20,000 ms',
  SIGNALING_MAX_FRAMES_PER_SECOND: 'fixed at 10',
  SIGNALING_MAX_TEXTS_PER_MINUTE: 'fixed at 20',
  SIGNALING_MAX_BUFFERED_BYTES: 'fixed at 1,048,576 bytes',
  SIGNALING_MAX_UNAUTHENTICATED_SOCKETS_PER_ADDRESS: 'fixed at 100',
  SIGNALING_FIRST_OFFER_TIMEOUT_MS: 'fixed at 20,000 ms',
  SIGNALING_IDLE_TIMEOUT_MS: 'fixed at 30,000 ms',
  // Calls
  CALL_MAX_KEYS: 'fixed at 64',
  CALL_HAND_OVER_SUMMARY_TIMEOUT_MS: 'fixed at 3,000 ms',
  CALL_MAX_UNCONNECTED_PER_TOKEN: 'fixed at 64',
  CALL_HANG_UP_LOOK_MS: 'fixed at 1,000 ms',
  CALL_KEY_PAUSE_MS: 'fixed at 1,500 ms',
  // Telephony (SIP)
  SIP_PORT_TRIES: 'fixed at 20 if SIP_PORT is unset, and at 0 if it is set',
  SIP_CHALLENGES_PER_MINUTE: 'fixed at 120',
  SIP_GUESSES_PER_MINUTE: 'fixed at 10',
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
  OUTBOUND_FIRST_ANSWER_MS: 'fixed at 1,500 ms',
  OUTBOUND_SILENCE_MS: 'fixed at 6,000 ms',
  OUTBOUND_POLL_MS: 'fixed at 1,000 ms',
  OUTBOUND_LEASE_MS: 'fixed at 20,000 ms',
  OUTBOUND_LIFETIME_SECONDS: 'fixed at 3,600 s; an order may set `expiresInSeconds`',
  // Conversations (call records)
  RECORDINGS_BITRATE_BPS: 'fixed at 32,000 bit/s',
  CONVERSATION_JOBS_POLL_INTERVAL_MS: 'fixed at 2,000 ms',
  CONVERSATIONS_FLUSH_INTERVAL_MS: 'fixed at 250 ms',
  CONVERSATIONS_BEGIN_WAIT_MS: 'fixed at 250 ms',
  CONVERSATIONS_SHUTDOWN_FLUSH_MS: 'fixed at 5,000 ms',
  CONVERSATIONS_CARRY_ON_WITHIN_MS: 'fixed at 15,000 ms',
  CONVERSATIONS_JOURNAL_MAX_BYTES: 'fixed at 65,536 bytes',
  CONVERSATIONS_PRUNE_INTERVAL_MS: 'fixed at 3,600,000 ms',
  CONVERSATION_EVENT_MAX_BYTES: 'fixed at 262,144 bytes',
  TURN_TRACE_MAX_KIB: 'fixed at 4,096 KiB',
  // Recordings in a bucket
  RECORDINGS_BUCKET_TIMEOUT_MS: 'fixed at 10,000 ms',
  RECORDINGS_UPLOAD_INTERVAL_MS: 'fixed at 20,000 ms',
  // Call analysis
  ANALYSIS_TIMEOUT_MS: 'fixed at 60,000 ms',
  ANALYSIS_CONCURRENT: 'fixed at 4',
  ANALYSIS_MAX_ATTEMPTS: 'fixed at 5',
  ANALYSIS_MAX_CONVERSATION_BYTES: 'fixed at 131,072 bytes',
  // Usage and costs
  USAGE_MAX_DAYS: 'fixed at 366 days',
  // Test sets
  TEST_RUNS_KEPT_PER_SET: 'fixed at 100',
  TEST_CASE_TIMEOUT_MS: 'fixed at 120,000 ms',
  TEST_RUN_CONCURRENT_SPOKEN_CASES: 'fixed at 1',
  TEST_SPOKEN_YIELD_LAG_MS: 'fixed at 10 ms',
  TEST_REPLAY_SOUNDS_KEPT: 'fixed at 10',
  TEST_RUNS_POLL_INTERVAL_MS: 'fixed at 1,000 ms',
  TEST_RUN_LEASE_MS: 'fixed at 30,000 ms',
  // Text conversations
  TEXT_CHAT_IDLE_SECONDS: 'fixed at 1,800 s',
  TEXT_CHAT_MAX_TURNS: 'fixed at 400',
  TEXT_CHAT_MESSAGE_MAX_CHARACTERS: 'fixed at 4,000',
  TEXT_CHAT_ANSWER_TIMEOUT_MS: 'fixed at 120,000 ms',
  // Knowledge
  KNOWLEDGE_TOPIC_MAX_CHARACTERS: 'fixed at 20,000',
  KNOWLEDGE_DOCUMENT_MAX_PAGES: 'fixed at 1,000',
  KNOWLEDGE_DOCUMENT_MEMORY_MIB: 'fixed at 512 MiB',
  KNOWLEDGE_DOCUMENTS_AT_ONCE: 'fixed at 16',
  KNOWLEDGE_EMBEDDING_WAIT_MS: 'fixed at 120 ms',
  KNOWLEDGE_EMBEDDING_QUERY_MS: 'fixed at 2,000 ms',
  KNOWLEDGE_EMBEDDING_BATCH: 'fixed at 16',
  KNOWLEDGE_EMBEDDING_TIMEOUT_MS: 'fixed at 30,000 ms',
  KNOWLEDGE_EMBEDDING_CONCURRENT: 'fixed at 2',
  KNOWLEDGE_EMBEDDING_POLL_MS: 'fixed at 2,000 ms',
  KNOWLEDGE_VECTOR_CANDIDATES: 'fixed at 400',
  KNOWLEDGE_PGVECTOR_POLL_MS: 'fixed at 60,000 ms',
  KNOWLEDGE_PGVECTOR_INDEX_PASSAGES: 'fixed at 5,000',
  KNOWLEDGE_DOCUMENT_MAX_CHARACTERS: 'fixed at 1,000,000',
  KNOWLEDGE_DOCUMENT_READ_MS: 'fixed at 20,000 ms',
  KNOWLEDGE_EMBEDDING_MAX_ATTEMPTS: 'fixed at 6',
  KNOWLEDGE_MIN_SIMILARITY_PERCENT: 'fixed at 20 %; an agent’s document may set `knowledge.minSimilarity`',
  KNOWLEDGE_PGVECTOR_INDEXES: 'fixed at 50',
  // Media (WebRTC)
  MEDIA_CALLS_SHARING_WORKER: 'fixed at 16',
  MEDIA_WORKER_HANG_TIMEOUT_MS: 'fixed at 5,000 ms',
  MEDIA_OVERLOAD_PACING_MS: 'fixed at 15 ms; MEDIA_OVERLOAD_LAG_MS=0 turns it off',
  MEDIA_LATE_PACKET_WAIT_MS: 'fixed at 60 ms',
  MEDIA_CONNECT_TIMEOUT_MS: 'fixed at 30,000 ms',
  MEDIA_TIMEOUT_MS: 'fixed at 30,000 ms',
  MEDIA_TCP_CHECK_TIMEOUT_MS: 'fixed at 5,000 ms',
  MEDIA_PHONE_TIMEOUT_MS: 'fixed at 30,000 ms',
  MEDIA_SPEECH_QUEUE_MAX_MS: 'fixed at 120,000 ms',
  MEDIA_LOG_TAGS: 'MEDIA_LOG_LEVEL=debug logs info, ice, dtls, rtp, srtp and rtcp',
  MEDIA_READ_EVERY_MS: 'fixed at 40 ms',
  MEDIA_CALLER_DTX: 'always on',
  MEDIA_TCP_MAX_UNCHECKED: 'fixed at 500',
  MEDIA_TCP_MAX_UNCHECKED_PER_ADDRESS: 'fixed at 50',
  MEDIA_OPUS_EXPECTED_LOSS: 'fixed at 10 %',
  MEDIA_OPUS_PACKET_MS: 'fixed at 40 ms',
  MEDIA_OPUS_PROTECTED_BITRATE: 'fixed at 32,000 bit/s',
  MEDIA_OPUS_PROTECT_FROM_LOSS: 'fixed at 1 %',
  // Speech and language providers
  STT_ANTICIPATE_AFTER_MS: 'fixed at 48 ms',
  PROVIDER_TEST_TIMEOUT_MS: 'fixed at 15,000 ms',
  PROVIDER_END_TO_END_FALLBACK_AFTER_MS: 'fixed at 3,000 ms',
  PROVIDER_RECONNECT_BUDGET_MS: 'fixed at 5,000 ms',
  TOOL_LEDGER_TIMEOUT_MS: 'fixed at 2,000 ms',
  PROVIDER_MAX_QUEUED_SPEECH_MS: 'fixed at 120,000 ms',
  STT_ANTICIPATE_TIMES: 'fixed at 4',
  TOOL_KEPT_CHARACTERS: 'fixed at 4,000',
  TOOL_LINGER_MS: 'fixed at 5,000 ms',
  TOOL_PATIENCE_MS: 'fixed at 3,000 ms',
  // MCP servers
  MCP_LIST_TIMEOUT_MS: 'fixed at 5,000 ms',
  MCP_LIST_PATIENCE_MS: 'fixed at 1,500 ms',
  MCP_LIST_FRESH_MS: 'fixed at 60,000 ms',
  MCP_LIST_MAX_BYTES: 'fixed at 4,194,304 bytes',
  MCP_ANSWER_MAX_BYTES: 'fixed at 262,144 bytes',
  MCP_LIST_KEPT_MS: 'fixed at 3,600,000 ms',
  // Your own speech models (sherpa-onnx)
  SHERPA_ONNX_JOB_TIMEOUT_MS: 'fixed at 30,000 ms',
  SHERPA_ONNX_LOAD_TIMEOUT_MS: 'fixed at 60,000 ms',
  SHERPA_ONNX_MAX_BUFFERED_AUDIO_MS: 'fixed at 5,000 ms',
  SHERPA_ONNX_QUEUED_JOBS: 'fixed at 100',
  // The keyless starter agent
  STARTER_JOB_TIMEOUT_MS: 'fixed at 10,000 ms',
  STARTER_RECOGNISERS_PER_WORKER: 'had no effect',
  STARTER_MAX_BUFFERED_AUDIO_MS: 'had no effect',
  STARTER_QUEUED_JOBS_PER_WORKER: 'fixed at 100',
  // Studio
  STUDIO_EVENTS_HEARTBEAT_MS: 'fixed at 15,000 ms',
  STUDIO_EVENTS_MAX_BACKLOG_BYTES: 'fixed at 262,144 bytes',
  STUDIO_EVENTS_MAX_READERS: 'fixed at 10',
  STUDIO_EVENTS_MAX_FORWARDED: 'fixed at 500',
  // Webhooks
  WEBHOOK_RETRY_DELAYS_SECONDS: 'fixed at 60, 300, 900, 3,600 and 14,400 s',
  WEBHOOK_MAX_IN_FLIGHT: 'fixed at 256',
  WEBHOOK_DISABLE_AFTER_HOURS: 'fixed at 120 hours',
  WEBHOOK_POLL_INTERVAL_MS: 'fixed at 1,000 ms',
  WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: 'fixed at 32',
  WEBHOOK_LEASE_MARGIN_MS: 'fixed at 15,000 ms',
  WEBHOOK_RESPONSE_CAP_BYTES: 'fixed at 4,096 bytes',
  WEBHOOK_PRUNE_INTERVAL_SECONDS: 'fixed at 3,600 s',
  WEBHOOK_DRAIN_MS: 'fixed at 5,000 ms',
  // Alerts
  ALERT_EVALUATION_INTERVAL_SECONDS: 'fixed at 30 s',
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
