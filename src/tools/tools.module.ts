import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/index.js';
import { CalendarReader } from './calendar/calendar-reader.js';
import { DatabaseLedger } from './ledger/database-ledger.js';
import { OrphanedToolCalls } from './ledger/orphaned-tool-calls.service.js';
import { ToolHttp } from './ledger/tool-http.js';
import { McpAdvice } from './mcp/mcp-advice.js';
import { McpServers } from './mcp/mcp-servers.js';
import { AccountSecrets } from './secrets/account-secrets.service.js';
import { SecretsController } from './secrets/secrets.controller.js';
import { ToolAddressAdvice } from './tool-address-advice.js';

/** The secrets and the request ledger of tools; tools themselves are created per call. */
@Module({
  imports: [ConversationsModule],
  controllers: [SecretsController],
  providers: [
    AccountSecrets,
    CalendarReader,
    DatabaseLedger,
    OrphanedToolCalls,
    McpServers,
    McpAdvice,
    ToolAddressAdvice,
    ToolHttp,
  ],
  exports: [AccountSecrets, CalendarReader, DatabaseLedger, OrphanedToolCalls, McpServers, ToolHttp],
})
export class ToolsModule {}
