/** What an agent can do beside talking: HTTP tools of its document, and built-in ones that act on the call. */
export type { HttpToolOptions } from './http-tool.js';
export { ToolBox, type ToolDeclaration, type ToolResult } from './tool-box.js';
export { RehearsedTools } from './rehearsed-tools.js';
export { readToolSecrets, type ToolSecrets } from './tool-secrets.js';
