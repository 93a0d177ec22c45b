/**
 * Everything that can go wrong with an agent, by the code that records, logs and the operator see; for every kind of
 * agent the same. docs/conversations.md is made of it.
 */
export const FAULTS = {
  PROVIDER_UNREACHABLE: 'No connection could be established.',
  PROVIDER_REFUSED: 'The provider refused the request.',
  PROVIDER_TIMEOUT: 'The provider did not respond in time.',
  PROVIDER_LOST: 'An established connection broke.',
  PROVIDER_PROTOCOL: 'The provider violated its protocol.',
  PROVIDER_FLOOD: 'The provider sent more than a call can take.',
  PROVIDER_EMPTY: 'The provider answered nothing that could be heard.',
  PROVIDER_ERROR: 'The provider reported an error of its own, or its model goes in circles.',
  NO_ANSWER: 'The caller waited for an answer when the call ended.',
  PROVIDER_NOT_CONFIGURED: 'The agent names a provider that this instance does not have.',
  MODEL_NOT_CONFIGURED: 'The agent has a prompt, and this instance has no language model.',
  VOICE_DETECTION_UNAVAILABLE: 'Voice detection can not be loaded.',
  NOISE_SUPPRESSION_UNAVAILABLE: 'Noise suppression can not be loaded.',
  TOOL_UNKNOWN: 'The model called a tool that the agent does not have.',
  TOOL_ARGUMENTS_INVALID: 'The arguments are not JSON, too large, or do not fit the schema of the tool.',
  TOOL_SCHEMA_INVALID: 'The schema of the tool can not be used.',
  TOOL_URL_INVALID: 'The address of the tool is none once the arguments are in it.',
  TOOL_VARIABLE_MISSING:
    'The address of the tool has a place for a value that the call lacks, or that leads elsewhere.',
  TOOL_SECRET_MISSING: 'The tool names a secret that the account does not have.',
  TOOL_SECRET_NOT_ALLOWED: 'The secret may not be sent to that host, or stands in a place where none may.',
  TOOL_UNREACHABLE: 'The tool does not answer, or its address may not be called.',
  TOOL_TIMEOUT: 'The tool did not answer in its time.',
  TOOL_REFUSED: 'The tool answered with a status other than 2xx.',
  TOOL_ANSWER_UNREADABLE: 'The tool answered with what is no text, or in an encoding that is not known.',
  TOOL_NOT_POSSIBLE: 'This call can not be transferred, or hears no keys.',
  TOOL_CUT_OFF: 'The call ended before the tool answered; whether it did its work is unknown.',
  TOOL_NOT_RECORDED: 'The call of the tool could not be written down before its request, so it was not made.',
  TOOL_FAILED: 'The tool could not be called for a reason of the service; its log has more.',
  MCP_LIST_UNAVAILABLE: 'An MCP server did not list its tools; the model knows them by their names only.',
  VARIANT_NOT_FOUND: 'A test set names a variant that the agent does not have.',
  TEXT_NOT_SUPPORTED: 'A test set asks for an agent that no provider can hold a conversation in text for.',
  SPOKEN_NOT_SUPPORTED: 'A test set asks for calls to an agent that can only be rehearsed in text.',
  LOOPED_IN_MEDIA: 'An echo call has no conversation.',
  UNEXPECTED: 'The agent could not be reached for a reason that the service does not know; its log has more.',
} as const;

export type FaultCode = keyof typeof FAULTS;
