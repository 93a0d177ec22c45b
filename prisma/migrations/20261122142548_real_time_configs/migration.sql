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

-- AddForeignKey
ALTER TABLE "real_time_configs" ADD CONSTRAINT "real_time_configs_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
