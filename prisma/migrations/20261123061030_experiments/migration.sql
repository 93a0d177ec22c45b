-- CreateEnum
CREATE TYPE "ExperimentState" AS ENUM ('running', 'decided', 'stopped', 'superseded');

-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "experiment_arm" TEXT,
ADD COLUMN     "experiment_id" TEXT;

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

-- CreateIndex
CREATE INDEX "experiments_agent_id_environment_created_at_idx" ON "experiments"("agent_id", "environment", "created_at");

-- CreateIndex
CREATE INDEX "experiments_deployment_id_idx" ON "experiments"("deployment_id");

-- CreateIndex
CREATE INDEX "experiments_state_idx" ON "experiments"("state");

-- AddForeignKey
ALTER TABLE "experiments" ADD CONSTRAINT "experiments_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
