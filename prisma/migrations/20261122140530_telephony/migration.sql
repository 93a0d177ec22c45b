-- CreateTable
CREATE TABLE "phone_numbers" (
    "account_id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "connector_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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

    CONSTRAINT "sip_trunks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "phone_numbers_agent_id_idx" ON "phone_numbers"("agent_id");

-- CreateIndex
CREATE INDEX "phone_numbers_connector_id_idx" ON "phone_numbers"("connector_id");

-- CreateIndex
CREATE UNIQUE INDEX "sip_trunks_username_key" ON "sip_trunks"("username");

-- CreateIndex
CREATE INDEX "sip_trunks_account_id_created_at_idx" ON "sip_trunks"("account_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_connector_id_fkey" FOREIGN KEY ("connector_id") REFERENCES "connectors"("id") ON DELETE CASCADE ON UPDATE CASCADE;
