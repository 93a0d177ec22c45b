-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "experimental_config" JSONB;

-- AlterTable
ALTER TABLE "connectors" ADD COLUMN     "disable_handoff" BOOLEAN NOT NULL DEFAULT false;
