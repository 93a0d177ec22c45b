-- CreateEnum
CREATE TYPE "TestRunState" AS ENUM ('queued', 'running', 'passed', 'failed');

-- CreateEnum
CREATE TYPE "TestOutcome" AS ENUM ('passed', 'failed', 'error');

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

    CONSTRAINT "test_results_pkey" PRIMARY KEY ("test_run_id","test_case_id")
);

-- CreateIndex
CREATE INDEX "test_sets_agent_id_created_at_id_idx" ON "test_sets"("agent_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "test_cases_test_set_id_position_idx" ON "test_cases"("test_set_id", "position");

-- CreateIndex
CREATE INDEX "test_runs_test_set_id_created_at_id_idx" ON "test_runs"("test_set_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "test_runs_state_created_at_idx" ON "test_runs"("state", "created_at");

-- AddForeignKey
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_cases" ADD CONSTRAINT "test_cases_test_set_id_fkey" FOREIGN KEY ("test_set_id") REFERENCES "test_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_test_set_id_fkey" FOREIGN KEY ("test_set_id") REFERENCES "test_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_test_run_id_fkey" FOREIGN KEY ("test_run_id") REFERENCES "test_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
