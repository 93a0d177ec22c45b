-- AlterTable
ALTER TABLE "connectors" ADD COLUMN     "widget_look" JSONB NOT NULL DEFAULT '{}';
