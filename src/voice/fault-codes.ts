/**
 * Fault codes of all kinds of agents, with their meanings, as in records, logs and the studio. The table in
 * docs/reference/fault-codes.md is generated from it.
 */
export const FAULTS = {
  PROVIDER_UNREACHABLE: 'No connection could be established.',
  PROVIDER_REFUSED: 'The provider refused the request.',
  PROVIDER_TIMEOUT: 'The provider did not respond in time.',
  PROVIDER_LOST: 'An established connection broke.',
  PROVIDER_PROTOCOL: 'The provider violated its protocol.',
  PROVIDER_FLOOD: 'The provider sent more than a call accepts.',
  PROVIDER_EMPTY: "The provider's answer contained no audible speech.",
  PROVIDER_ERROR: 'The provider reported an error, or its model is in a loop.',
  NO_ANSWER: 'The caller waited for an answer when the call ended.',
  PROVIDER_NOT_CONFIGURED: 'The agent names a provider that this instance does not have.',
  MODEL_NOT_CONFIGURED: 'The agent has a prompt, and this instance has no language model.',
  VOICE_DETECTION_UNAVAILABLE: 'Voice detection cannot be loaded.',
  NOISE_SUPPRESSION_UNAVAILABLE: 'Noise suppression cannot be loaded.',
  TOOL_UNKNOWN: 'The model called a tool that the agent does not have.',
  TOOL_ARGUMENTS_INVALID: 'The arguments are not JSON, too large, or do not fit the schema of the tool.',
  TOOL_SCHEMA_INVALID: 'The schema of the tool is not supported.',
  TOOL_URL_INVALID: 'The address of the tool is invalid with the arguments in it.',
  TOOL_VARIABLE_MISSING:
    "A value in the path of the tool's address is missing, or changes the path's structure.",
  TOOL_SECRET_MISSING: 'The tool names a secret that the account does not have.',
  TOOL_SECRET_NOT_ALLOWED: 'The secret may not be sent to that host, or is used where secrets are forbidden.',
  TOOL_UNREACHABLE: 'The tool does not answer, or its address may not be called.',
  TOOL_TIMEOUT: 'The tool did not answer within its timeout.',
  TOOL_REFUSED: 'The tool answered with a status other than 2xx.',
  TOOL_ANSWER_UNREADABLE: 'The tool answered with something other than text, or in an unknown encoding.',
  TOOL_NOT_POSSIBLE: 'This call cannot be transferred, or cannot receive DTMF digits.',
  TOOL_CUT_OFF: 'The call ended before the tool answered; its outcome is unknown.',
  TOOL_NOT_RECORDED: 'The tool call could not be recorded before its request, so it was not made.',
  TOOL_FAILED: 'The tool could not be called because of an internal error; the log has details.',
  MCP_LIST_UNAVAILABLE: 'An MCP server did not list its tools; the model knows them by their names only.',
  VARIANT_NOT_FOUND: 'A test set names a variant that the agent does not have.',
  TEXT_NOT_SUPPORTED: 'A test set needs an agent for which no provider supports text conversations.',
  SPOKEN_NOT_SUPPORTED: 'A test set needs calls to an agent that can only be tested in text.',
  LOOPED_IN_MEDIA: 'An echo call has no conversation.',
  UNEXPECTED: 'The agent failed for an unknown reason; the log has details.',
} as const;

export type FaultCode = keyof typeof FAULTS;
