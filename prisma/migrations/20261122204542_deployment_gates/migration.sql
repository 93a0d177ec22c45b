-- CreateEnum
CREATE TYPE "PendingDeploymentState" AS ENUM ('waiting', 'completed', 'cancelled', 'expired', 'superseded', 'failed');

-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "gated_environments" "Environment"[] DEFAULT ARRAY[]::"Environment"[];

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

-- CreateIndex
CREATE UNIQUE INDEX "deployment_approvals_agent_id_environment_version_approved__key" ON "deployment_approvals"("agent_id", "environment", "version", "approved_by");

-- CreateIndex
CREATE INDEX "pending_deployments_agent_id_created_at_idx" ON "pending_deployments"("agent_id", "created_at");

-- CreateIndex
CREATE INDEX "pending_deployments_state_idx" ON "pending_deployments"("state");

-- AddForeignKey
ALTER TABLE "deployment_gates" ADD CONSTRAINT "deployment_gates_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_approvals" ADD CONSTRAINT "deployment_approvals_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_deployments" ADD CONSTRAINT "pending_deployments_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
