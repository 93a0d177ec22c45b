import type { ToolOutcome } from './tool-call.js';

export interface ToolResult {
  /** For the model: the tool's response, or the error. */
  readonly output: string;
  /** It failed, or the outcome is unknown; absent on success. */
  readonly failed?: Exclude<ToolOutcome['kind'], 'ok'>;
  /** The form's state afterwards, as plain JSON, for the record. Null: no form is open. Absent: unchanged. */
  readonly form?: object | null;
  /** The agent hangs up and says nothing more. */
  readonly hangUp?: { readonly reason: string };
}
