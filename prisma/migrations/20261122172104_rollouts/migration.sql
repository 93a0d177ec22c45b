-- CreateEnum
CREATE TYPE "RolloutState" AS ENUM ('running', 'paused', 'completed', 'rolled_back', 'aborted', 'superseded');

-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "rollout_id" TEXT,
ADD COLUMN     "rollout_share" DOUBLE PRECISION;

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

-- CreateIndex
CREATE UNIQUE INDEX "rollouts_deployment_id_key" ON "rollouts"("deployment_id");

-- CreateIndex
CREATE INDEX "rollouts_agent_id_created_at_idx" ON "rollouts"("agent_id", "created_at");

-- CreateIndex
CREATE INDEX "rollouts_state_idx" ON "rollouts"("state");

-- AddForeignKey
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
