-- CreateEnum
CREATE TYPE "Environment" AS ENUM ('sandbox', 'pre-release', 'live');

-- CreateEnum
CREATE TYPE "DeploymentType" AS ENUM ('publish', 'promotion', 'rollback');

-- CreateTable
CREATE TABLE "agents" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drafts" (
    "agent_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "document" JSONB NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "agent_contents" (
    "agent_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "functions_hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_contents_pkey" PRIMARY KEY ("agent_id","version")
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
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
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

-- CreateIndex
CREATE INDEX "agents_account_id_created_at_idx" ON "agents"("account_id", "created_at" DESC);

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
CREATE INDEX "turns_account_id_started_at_idx" ON "turns"("account_id", "started_at");

-- CreateIndex
CREATE INDEX "turns_agent_id_started_at_idx" ON "turns"("agent_id", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "turns_conversation_id_position_key" ON "turns"("conversation_id", "position");

-- CreateIndex
CREATE INDEX "deployments_agent_id_artifact_version_idx" ON "deployments"("agent_id", "artifact_version");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_agent_id_environment_number_key" ON "deployments"("agent_id", "environment", "number");

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connector_tokens" ADD CONSTRAINT "connector_tokens_connector_id_fkey" FOREIGN KEY ("connector_id") REFERENCES "connectors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "turns" ADD CONSTRAINT "turns_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
