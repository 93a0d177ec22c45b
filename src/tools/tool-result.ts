import type { ToolOutcome } from './tool-call.js';

export interface ToolResult {
  /** For the model: the tool's response, or why there is none. */
  readonly output: string;
  /** It did not do what it was asked to, or nobody knows; absent where it did. */
  readonly failed?: Exclude<ToolOutcome['kind'], 'ok'>;
  /** How far a form is then, as plain JSON: to be kept with it. Null: none is under way. Absent: as before. */
  readonly form?: object | null;
  /** The agent ends the call: nothing more is to be said. */
  readonly hangUp?: { readonly reason: string };
}
