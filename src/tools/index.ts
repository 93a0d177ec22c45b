/** HTTP, MCP and knowledge tools of agent documents, and built-in tools that act on the call. */
export { ToolBox, type ToolBoxOptions } from './tool-box.js';
export type { CallMade, ToolDeclaration, ToolResult } from './tool-call.js';
export { geminiParameters } from './declarations/gemini-parameters.js';
export { openAiParameters } from './declarations/openai-parameters.js';
export { type CallTools, RehearsedTools } from './rehearsed-tools.js';
export { ReportedTools } from './reported-tools.js';
export { AccountSecrets } from './secrets/account-secrets.service.js';
export { ToolsModule } from './tools.module.js';
export { DatabaseLedger } from './ledger/database-ledger.js';
export { type OwnServiceAnswer, type OwnServiceCall, ToolHttp } from './ledger/tool-http.js';
export { OrphanedToolCalls } from './ledger/orphaned-tool-calls.service.js';
export { CalendarReader } from './calendar/calendar-reader.js';
export { McpServers } from './mcp/mcp-servers.js';
