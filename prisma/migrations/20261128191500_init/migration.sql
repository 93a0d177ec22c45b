-- CreateEnum
CREATE TYPE "AlertState" AS ENUM ('ok', 'alert', 'no_data', 'unknown');

-- CreateEnum
CREATE TYPE "Environment" AS ENUM ('sandbox', 'pre-release', 'live');

-- CreateEnum
CREATE TYPE "DeploymentType" AS ENUM ('publish', 'promotion', 'rollback');

-- CreateEnum
CREATE TYPE "RolloutState" AS ENUM ('running', 'paused', 'completed', 'rolled_back', 'aborted', 'superseded');

-- CreateEnum
CREATE TYPE "PendingDeploymentState" AS ENUM ('waiting', 'completed', 'cancelled', 'expired', 'superseded', 'failed');

-- CreateEnum
CREATE TYPE "ExperimentState" AS ENUM ('running', 'decided', 'stopped', 'superseded');

-- CreateEnum
CREATE TYPE "PersonRole" AS ENUM ('viewer', 'editor', 'owner');

-- CreateEnum
CREATE TYPE "TestRunState" AS ENUM ('queued', 'running', 'passed', 'failed');

-- CreateEnum
CREATE TYPE "TestOutcome" AS ENUM ('passed', 'failed', 'error');

-- CreateEnum
CREATE TYPE "WebhookDeliveryStatus" AS ENUM ('pending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "agents" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "experimental_config" JSONB,
    "gated_environments" "Environment"[] DEFAULT ARRAY[]::"Environment"[],

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drafts" (
    "agent_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "document" JSONB NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "functions_hash" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "knowledge_hash" TEXT,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "agent_contents" (
    "agent_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "functions_hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "knowledge_hash" TEXT,

    CONSTRAINT "agent_contents_pkey" PRIMARY KEY ("agent_id","version")
);

-- CreateTable
CREATE TABLE "real_time_configs" (
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "schema" JSONB NOT NULL,
    "variables" JSONB NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "real_time_configs_pkey" PRIMARY KEY ("agent_id","environment")
);

-- CreateTable
CREATE TABLE "alert_rules" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "project_id" TEXT,
    "metric" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "threshold_value" INTEGER NOT NULL,
    "window_duration" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "state" "AlertState" NOT NULL DEFAULT 'unknown',
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "clear_since" TIMESTAMPTZ(3),
    "current_value" DOUBLE PRECISION,
    "last_evaluated_at" TIMESTAMPTZ(3),
    "next_evaluation_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "owner_email" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" TEXT[],
    "agent_ids" TEXT[],
    "environments" "Environment"[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connectors" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "variant_id" TEXT,
    "asr_lang_code" TEXT,
    "tts_lang_code" TEXT,
    "voice_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disable_handoff" BOOLEAN NOT NULL DEFAULT false,
    "mints_call_tokens" BOOLEAN NOT NULL DEFAULT false,
    "public_calls_per_minute" INTEGER NOT NULL DEFAULT 6,
    "public_max_call_seconds" INTEGER NOT NULL DEFAULT 600,
    "public_max_concurrent_calls" INTEGER NOT NULL DEFAULT 5,
    "public_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "connectors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connector_tokens" (
    "id" TEXT NOT NULL,
    "connector_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connector_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_tokens" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "connector_id" TEXT NOT NULL,
    "minted_by" TEXT NOT NULL,
    "uses" INTEGER NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "caller" TEXT,
    "variant_id" TEXT,
    "variables" JSONB NOT NULL,
    "origins" TEXT[],
    "max_call_seconds" INTEGER,
    "max_concurrent_calls" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_places" (
    "id" TEXT NOT NULL,
    "call_token_id" TEXT NOT NULL,
    "public_connector_id" TEXT,
    "instance_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_places_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "actor_email" TEXT NOT NULL,
    "actor_key_id" TEXT,
    "action" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "agent_id" TEXT,
    "correlation_id" TEXT,
    "details" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_person_id" TEXT,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_requests" (
    "account_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "response" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateTable
CREATE TABLE "conversations" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "environment" "Environment",
    "deployment_id" TEXT,
    "artifact_version" TEXT,
    "version" TEXT,
    "connector_id" TEXT,
    "variant_id" TEXT,
    "mode" TEXT NOT NULL,
    "adapter" TEXT NOT NULL,
    "call_sid" TEXT,
    "caller" TEXT,
    "callee" TEXT,
    "instance_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "connected_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "crashed" BOOLEAN NOT NULL DEFAULT false,
    "api_errors" INTEGER NOT NULL DEFAULT 0,
    "function_errors" INTEGER NOT NULL DEFAULT 0,
    "media" JSONB,
    "usage" JSONB,
    "analysis" JSONB,
    "analysis_request" JSONB,
    "success" BOOLEAN,
    "rollout_id" TEXT,
    "rollout_share" DOUBLE PRECISION,
    "epoch" INTEGER,
    "metadata" JSONB,
    "duration_ms" INTEGER,
    "experiment_arm" TEXT,
    "experiment_id" TEXT,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "turns" (
    "id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "speaker" TEXT NOT NULL,
    "text" TEXT,
    "interrupted" BOOLEAN NOT NULL DEFAULT false,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_of_turn_ms" INTEGER,
    "transcript_ms" INTEGER,
    "first_token_ms" INTEGER,
    "first_audio_ms" INTEGER,
    "heard_ms" INTEGER,

    CONSTRAINT "turns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation_events" (
    "id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "details" JSONB NOT NULL,

    CONSTRAINT "conversation_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation_jobs" (
    "conversation_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "conversation_jobs_pkey" PRIMARY KEY ("conversation_id","kind")
);

-- CreateTable
CREATE TABLE "call_journals" (
    "conversation_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_line" BOOLEAN,

    CONSTRAINT "call_journals_pkey" PRIMARY KEY ("conversation_id")
);

-- CreateTable
CREATE TABLE "recording_deletions" (
    "conversation_id" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cleared_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "recording_deletions_pkey" PRIMARY KEY ("conversation_id")
);

-- CreateTable
CREATE TABLE "turn_traces" (
    "conversation_id" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "turn_traces_pkey" PRIMARY KEY ("conversation_id","part")
);

-- CreateTable
CREATE TABLE "hang_ups" (
    "conversation_id" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hang_ups_pkey" PRIMARY KEY ("conversation_id")
);

-- CreateTable
CREATE TABLE "instances" (
    "id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "capacity" INTEGER NOT NULL DEFAULT 0,
    "fences" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'ready',
    "version" TEXT,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployments" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "number" INTEGER NOT NULL,
    "artifact_version" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "type" "DeploymentType" NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "source_deployment_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "functions_hash" TEXT NOT NULL,
    "evidence" JSONB,

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "active_deployments" (
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "deployment_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "active_deployments_pkey" PRIMARY KEY ("agent_id","environment")
);

-- CreateTable
CREATE TABLE "rollouts" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "deployment_id" TEXT NOT NULL,
    "base_deployment_id" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "state" "RolloutState" NOT NULL DEFAULT 'running',
    "step_index" INTEGER NOT NULL DEFAULT 0,
    "step_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "findings" JSONB NOT NULL DEFAULT '[]',
    "reason" TEXT,
    "rollback_deployment_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "rollouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployment_gates" (
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "rules" JSONB NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployment_gates_pkey" PRIMARY KEY ("agent_id","environment")
);

-- CreateTable
CREATE TABLE "deployment_approvals" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "version" TEXT NOT NULL,
    "approved_by" TEXT NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployment_approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_deployments" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "type" "DeploymentType" NOT NULL,
    "version" TEXT NOT NULL,
    "source_deployment_id" TEXT,
    "message" TEXT NOT NULL DEFAULT '',
    "rollout" JSONB,
    "after_number" INTEGER NOT NULL,
    "state" "PendingDeploymentState" NOT NULL DEFAULT 'waiting',
    "gates" JSONB NOT NULL,
    "reason" TEXT,
    "deployment_id" TEXT,
    "created_by" TEXT NOT NULL,
    "key_id" TEXT,
    "person_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "pending_deployments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "experiments" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "deployment_id" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "state" "ExperimentState" NOT NULL DEFAULT 'running',
    "winner" TEXT,
    "reason" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "experiments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "instance_secrets" (
    "id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "instance_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable: unlogged, because losing it does no harm and writes need not wait for the disk.
CREATE UNLOGGED TABLE "instance_tallies" (
    "id" TEXT NOT NULL,
    "counts" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instance_tallies_pkey" PRIMARY KEY ("id")
);

-- CreateTable: unlogged, because losing it does no harm and writes need not wait for the disk.
CREATE UNLOGGED TABLE "shared_counts" (
    "id" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_counts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_topics" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "actions" TEXT NOT NULL,
    "example_queries" TEXT[],
    "is_active" BOOLEAN NOT NULL,
    "source" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_topics_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_documents" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "pages" INTEGER,
    "passages" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_passages" (
    "agent_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "origin_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "actions" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "terms" tsvector NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "words" BIGINT[] DEFAULT ARRAY[]::BIGINT[],

    CONSTRAINT "knowledge_passages_pkey" PRIMARY KEY ("agent_id","source","position")
);

-- CreateTable
CREATE TABLE "knowledge_embeddings" (
    "agent_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "space" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,
    "bits" VARBIT,
    "scale" REAL,
    "signs" VARBIT,

    CONSTRAINT "knowledge_embeddings_pkey" PRIMARY KEY ("agent_id","source","position","space")
);

-- CreateTable
CREATE TABLE "knowledge_embedding_jobs" (
    "agent_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,

    CONSTRAINT "knowledge_embedding_jobs_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "knowledge_sets" (
    "agent_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "sources" TEXT[],
    "languages" TEXT[],
    "passages" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_sets_pkey" PRIMARY KEY ("agent_id","hash")
);

-- CreateTable
CREATE TABLE "outbound_calls" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "trunk_id" TEXT NOT NULL,
    "to_number" TEXT NOT NULL,
    "from_number" TEXT NOT NULL,
    "variant_id" TEXT,
    "encrypted" BOOLEAN NOT NULL DEFAULT false,
    "metadata" JSONB NOT NULL,
    "machine" JSONB,
    "ring_seconds" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'QUEUED',
    "reason" TEXT,
    "refused_at_once" BOOLEAN NOT NULL DEFAULT false,
    "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "owner" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3),
    "dialled_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "cancel_wanted" BOOLEAN NOT NULL DEFAULT false,
    "session_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "from_name" TEXT,

    CONSTRAINT "outbound_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbound_rules" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT,
    "allowed_prefixes" TEXT[],
    "blocked_prefixes" TEXT[],
    "quiet_hours" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbound_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "people" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "PersonRole" NOT NULL,
    "password_hash" TEXT,
    "oidc_provider" TEXT,
    "oidc_subject" TEXT,
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "people_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person_sessions" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "started_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_links" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "PersonRole" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_providers" (
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "url" TEXT,
    "services" JSONB NOT NULL,
    "api_key_sealed" TEXT,
    "revision" TEXT NOT NULL,
    "last_test" JSONB,
    "updated_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_providers_pkey" PRIMARY KEY ("account_id","name")
);

-- CreateTable
CREATE TABLE "phone_numbers" (
    "account_id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "connector_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "caller_name" TEXT,

    CONSTRAINT "phone_numbers_pkey" PRIMARY KEY ("account_id","number")
);

-- CreateTable
CREATE TABLE "sip_trunks" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "allowed_addresses" TEXT[],
    "username" TEXT,
    "password_sealed" TEXT,
    "country_code" TEXT,
    "default_connector_id" TEXT,
    "security" TEXT NOT NULL DEFAULT 'as-offered',
    "codecs" TEXT[],
    "max_calls" INTEGER NOT NULL,
    "max_calls_per_second" INTEGER NOT NULL,
    "host" TEXT,
    "port" INTEGER,
    "transport" TEXT NOT NULL DEFAULT 'udp',
    "register" BOOLEAN NOT NULL DEFAULT false,
    "login_username" TEXT,
    "login_password_sealed" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "allowed_prefixes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "blocked_prefixes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "caller_identity" TEXT NOT NULL DEFAULT 'from',
    "quiet_hours" JSONB,
    "early_media" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sip_trunks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_sets" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "mode" TEXT NOT NULL,
    "variant_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_cases" (
    "id" TEXT NOT NULL,
    "test_set_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "script" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_cases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_runs" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "test_set_id" TEXT NOT NULL,
    "deployment_id" TEXT,
    "target" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "document" JSONB,
    "mode" TEXT NOT NULL,
    "variant_id" TEXT,
    "cases" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "state" "TestRunState" NOT NULL DEFAULT 'queued',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "lease_token" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "test_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_results" (
    "test_run_id" TEXT NOT NULL,
    "test_case_id" TEXT NOT NULL,
    "outcome" "TestOutcome" NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "turns" JSONB NOT NULL,
    "error_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "simulation" JSONB,

    CONSTRAINT "test_results_pkey" PRIMARY KEY ("test_run_id","test_case_id")
);

-- CreateTable
CREATE TABLE "test_replays" (
    "test_run_id" TEXT NOT NULL,
    "test_case_id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "result" JSONB NOT NULL,

    CONSTRAINT "test_replays_pkey" PRIMARY KEY ("test_run_id","test_case_id")
);

-- CreateTable
CREATE TABLE "text_chats" (
    "conversation_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "version" TEXT,
    "variant_id" TEXT,
    "state" TEXT NOT NULL,
    "turns" INTEGER NOT NULL DEFAULT 0,
    "events" INTEGER NOT NULL DEFAULT 0,
    "busy_until" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "text_chats_pkey" PRIMARY KEY ("conversation_id")
);

-- CreateTable
CREATE TABLE "tool_secrets" (
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value_sealed" TEXT NOT NULL,
    "allowed_hosts" TEXT[],
    "updated_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_secrets_pkey" PRIMARY KEY ("account_id","name")
);

-- CreateTable
CREATE TABLE "tool_requests" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "conversation_id" TEXT,
    "instance_id" TEXT NOT NULL,
    "request_sealed" TEXT NOT NULL,
    "takeovers" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "event_types" TEXT[],
    "timeout_ms" INTEGER NOT NULL,
    "headers_sealed" TEXT NOT NULL,
    "secret_sealed" TEXT NOT NULL,
    "previous_secret_sealed" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "status" "WebhookDeliveryStatus" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "round_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "status_code" INTEGER,
    "error_code" TEXT,
    "response_excerpt" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE INDEX "agents_account_id_created_at_idx" ON "agents"("account_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "alert_rules_account_id_created_at_id_idx" ON "alert_rules"("account_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "alert_rules_next_evaluation_at_idx" ON "alert_rules"("next_evaluation_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_created_at_idx" ON "api_keys"("account_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "connectors_agent_id_created_at_idx" ON "connectors"("agent_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "connector_tokens_token_hash_key" ON "connector_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "connector_tokens_connector_id_idx" ON "connector_tokens"("connector_id");

-- CreateIndex
CREATE INDEX "call_tokens_connector_id_created_at_idx" ON "call_tokens"("connector_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "call_tokens_connector_id_expires_at_idx" ON "call_tokens"("connector_id", "expires_at");

-- CreateIndex
CREATE INDEX "call_tokens_expires_at_idx" ON "call_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "call_places_call_token_id_idx" ON "call_places"("call_token_id");

-- CreateIndex
CREATE INDEX "call_places_public_connector_id_idx" ON "call_places"("public_connector_id");

-- CreateIndex
CREATE INDEX "call_places_instance_id_idx" ON "call_places"("instance_id");

-- CreateIndex
CREATE INDEX "audit_log_account_id_created_at_id_idx" ON "audit_log"("account_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "idempotent_requests_expires_at_idx" ON "idempotent_requests"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "conversations_session_id_key" ON "conversations"("session_id");

-- CreateIndex
CREATE INDEX "conversations_account_id_started_at_id_idx" ON "conversations"("account_id", "started_at" DESC, "id");

-- CreateIndex
CREATE INDEX "conversations_agent_id_started_at_id_idx" ON "conversations"("agent_id", "started_at" DESC, "id");

-- CreateIndex
CREATE INDEX "conversations_account_id_ended_at_idx" ON "conversations"("account_id", "ended_at");

-- CreateIndex
CREATE INDEX "conversations_instance_id_ended_at_idx" ON "conversations"("instance_id", "ended_at");

-- CreateIndex
CREATE INDEX "conversations_ended_at_idx" ON "conversations"("ended_at");

-- CreateIndex
CREATE INDEX "turns_account_id_started_at_idx" ON "turns"("account_id", "started_at");

-- CreateIndex
CREATE INDEX "turns_agent_id_started_at_idx" ON "turns"("agent_id", "started_at");

-- CreateIndex: for the search in transcripts. pg_trgm comes with PostgreSQL, and the owner of a database may create it.
-- Without it the search still works, but reads every turn.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX "turns_text_idx" ON "turns" USING GIN ("text" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'no index for the search in transcripts: %', SQLERRM;
END
$$;

-- CreateIndex
CREATE UNIQUE INDEX "turns_conversation_id_position_key" ON "turns"("conversation_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "conversation_events_conversation_id_position_key" ON "conversation_events"("conversation_id", "position");

-- CreateIndex
CREATE INDEX "conversation_jobs_next_attempt_at_idx" ON "conversation_jobs"("next_attempt_at");

-- CreateIndex
CREATE INDEX "recording_deletions_next_attempt_at_idx" ON "recording_deletions"("next_attempt_at");

-- CreateIndex
CREATE INDEX "deployments_agent_id_artifact_version_idx" ON "deployments"("agent_id", "artifact_version");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_agent_id_environment_number_key" ON "deployments"("agent_id", "environment", "number");

-- CreateIndex
CREATE UNIQUE INDEX "rollouts_deployment_id_key" ON "rollouts"("deployment_id");

-- CreateIndex
CREATE INDEX "rollouts_agent_id_created_at_idx" ON "rollouts"("agent_id", "created_at");

-- CreateIndex
CREATE INDEX "rollouts_state_idx" ON "rollouts"("state");

-- CreateIndex
CREATE UNIQUE INDEX "deployment_approvals_agent_id_environment_version_approved__key" ON "deployment_approvals"("agent_id", "environment", "version", "approved_by");

-- CreateIndex
CREATE INDEX "pending_deployments_agent_id_created_at_idx" ON "pending_deployments"("agent_id", "created_at");

-- CreateIndex
CREATE INDEX "pending_deployments_state_idx" ON "pending_deployments"("state");

-- CreateIndex
CREATE INDEX "experiments_agent_id_environment_created_at_idx" ON "experiments"("agent_id", "environment", "created_at");

-- CreateIndex
CREATE INDEX "experiments_deployment_id_idx" ON "experiments"("deployment_id");

-- CreateIndex
CREATE INDEX "experiments_state_idx" ON "experiments"("state");

-- CreateIndex
CREATE INDEX "knowledge_topics_agent_id_created_at_id_idx" ON "knowledge_topics"("agent_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "knowledge_documents_agent_id_created_at_id_idx" ON "knowledge_documents"("agent_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_documents_agent_id_name_key" ON "knowledge_documents"("agent_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_passages_number_key" ON "knowledge_passages"("number");

-- CreateIndex: without the list of pending entries, which every search would read from end to end until the next vacuum.
CREATE INDEX "knowledge_passages_words_idx" ON "knowledge_passages" USING GIN ("words") WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "knowledge_embedding_jobs_due_at_idx" ON "knowledge_embedding_jobs"("due_at");

-- CreateIndex
CREATE INDEX "outbound_calls_account_id_status_not_before_idx" ON "outbound_calls"("account_id", "status", "not_before");

-- CreateIndex
CREATE INDEX "outbound_calls_status_not_before_idx" ON "outbound_calls"("status", "not_before");

-- CreateIndex
CREATE INDEX "outbound_calls_account_id_ended_at_idx" ON "outbound_calls"("account_id", "ended_at");

-- CreateIndex
CREATE INDEX "outbound_calls_account_id_claimed_at_idx" ON "outbound_calls"("account_id", "claimed_at");

-- CreateIndex
CREATE INDEX "outbound_calls_account_id_created_at_id_idx" ON "outbound_calls"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "outbound_calls_agent_id_idx" ON "outbound_calls"("agent_id");

-- CreateIndex
CREATE INDEX "outbound_calls_ended_at_idx" ON "outbound_calls"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "outbound_rules_agent_id_key" ON "outbound_rules"("agent_id");

-- CreateIndex
CREATE INDEX "outbound_rules_account_id_idx" ON "outbound_rules"("account_id");

-- CreateIndex
CREATE INDEX "people_email_idx" ON "people"("email");

-- CreateIndex
CREATE UNIQUE INDEX "people_account_id_email_key" ON "people"("account_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "people_oidc_provider_oidc_subject_key" ON "people"("oidc_provider", "oidc_subject");

-- CreateIndex
CREATE UNIQUE INDEX "person_sessions_token_hash_key" ON "person_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "person_sessions_person_id_created_at_idx" ON "person_sessions"("person_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "person_sessions_expires_at_idx" ON "person_sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_token_hash_key" ON "sign_in_links"("token_hash");

-- CreateIndex
CREATE INDEX "sign_in_links_person_id_idx" ON "sign_in_links"("person_id");

-- CreateIndex
CREATE INDEX "sign_in_links_expires_at_idx" ON "sign_in_links"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_account_id_email_key" ON "invitations"("account_id", "email");

-- CreateIndex
CREATE INDEX "phone_numbers_agent_id_idx" ON "phone_numbers"("agent_id");

-- CreateIndex
CREATE INDEX "phone_numbers_connector_id_idx" ON "phone_numbers"("connector_id");

-- CreateIndex
CREATE UNIQUE INDEX "sip_trunks_username_key" ON "sip_trunks"("username");

-- CreateIndex
CREATE INDEX "sip_trunks_account_id_created_at_idx" ON "sip_trunks"("account_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "test_sets_agent_id_created_at_id_idx" ON "test_sets"("agent_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "test_cases_test_set_id_position_idx" ON "test_cases"("test_set_id", "position");

-- CreateIndex
CREATE INDEX "test_runs_test_set_id_created_at_id_idx" ON "test_runs"("test_set_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "test_runs_state_created_at_idx" ON "test_runs"("state", "created_at");

-- CreateIndex
CREATE INDEX "test_replays_conversation_id_idx" ON "test_replays"("conversation_id");

-- CreateIndex
CREATE INDEX "text_chats_account_id_idx" ON "text_chats"("account_id");

-- CreateIndex
CREATE INDEX "text_chats_used_at_idx" ON "text_chats"("used_at");

-- CreateIndex
CREATE INDEX "tool_requests_instance_id_idx" ON "tool_requests"("instance_id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_account_id_created_at_id_idx" ON "webhook_endpoints"("account_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "webhook_events_account_id_created_at_idx" ON "webhook_events"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_events_created_at_idx" ON "webhook_events"("created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_next_attempt_at_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_key" ON "webhook_deliveries"("event_id", "endpoint_id");

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_contents" ADD CONSTRAINT "agent_contents_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "real_time_configs" ADD CONSTRAINT "real_time_configs_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connector_tokens" ADD CONSTRAINT "connector_tokens_connector_id_fkey" FOREIGN KEY ("connector_id") REFERENCES "connectors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "call_tokens" ADD CONSTRAINT "call_tokens_connector_id_fkey" FOREIGN KEY ("connector_id") REFERENCES "connectors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "turns" ADD CONSTRAINT "turns_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_events" ADD CONSTRAINT "conversation_events_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_jobs" ADD CONSTRAINT "conversation_jobs_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "call_journals" ADD CONSTRAINT "call_journals_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "turn_traces" ADD CONSTRAINT "turn_traces_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hang_ups" ADD CONSTRAINT "hang_ups_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "active_deployments" ADD CONSTRAINT "active_deployments_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_gates" ADD CONSTRAINT "deployment_gates_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_approvals" ADD CONSTRAINT "deployment_approvals_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_deployments" ADD CONSTRAINT "pending_deployments_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "experiments" ADD CONSTRAINT "experiments_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_topics" ADD CONSTRAINT "knowledge_topics_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_documents" ADD CONSTRAINT "knowledge_documents_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_embeddings" ADD CONSTRAINT "knowledge_embeddings_agent_id_source_position_fkey" FOREIGN KEY ("agent_id", "source", "position") REFERENCES "knowledge_passages"("agent_id", "source", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_embedding_jobs" ADD CONSTRAINT "knowledge_embedding_jobs_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_sets" ADD CONSTRAINT "knowledge_sets_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbound_calls" ADD CONSTRAINT "outbound_calls_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbound_rules" ADD CONSTRAINT "outbound_rules_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_sessions" ADD CONSTRAINT "person_sessions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_connector_id_fkey" FOREIGN KEY ("connector_id") REFERENCES "connectors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_cases" ADD CONSTRAINT "test_cases_test_set_id_fkey" FOREIGN KEY ("test_set_id") REFERENCES "test_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_test_set_id_fkey" FOREIGN KEY ("test_set_id") REFERENCES "test_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_test_run_id_fkey" FOREIGN KEY ("test_run_id") REFERENCES "test_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_replays" ADD CONSTRAINT "test_replays_test_run_id_test_case_id_fkey" FOREIGN KEY ("test_run_id", "test_case_id") REFERENCES "test_results"("test_run_id", "test_case_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_replays" ADD CONSTRAINT "test_replays_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "text_chats" ADD CONSTRAINT "text_chats_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "text_chats" ADD CONSTRAINT "text_chats_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma's schema cannot express what follows.

-- Keeps duration_ms, by which lists of conversations are filtered.
CREATE FUNCTION keep_conversation_duration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.duration_ms := CASE WHEN NEW.ended_at IS NOT NULL
    THEN LEAST(2147483647, GREATEST(0, EXTRACT(EPOCH FROM NEW.ended_at - NEW.started_at) * 1000)) END;
  RETURN NEW;
END
$$;

CREATE TRIGGER conversations_duration BEFORE INSERT OR UPDATE OF ended_at, started_at ON "conversations"
  FOR EACH ROW EXECUTE FUNCTION keep_conversation_duration();

-- Queues the recordings of deleted conversations for deletion from the disk or the bucket.
CREATE FUNCTION note_deleted_recordings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recording_deletions (conversation_id) SELECT id FROM deleted ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER conversations_recordings AFTER DELETE ON "conversations"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_recordings();
