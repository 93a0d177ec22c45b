import { Type } from '@sinclair/typebox';
import { AGENT_MODES, LEGACY_MODES } from '../../call-admission/agent-mode.js';
import type { AgentMode } from '../../voice/agent-adapter.js';
import { Words } from './schema-kit.js';

/** The protocol's enumerations, and the path of its socket. */
export const SIGNALING_PATH = '/api/v1/webrtc/signal';

/** Error codes of the protocol. */
export const SIGNAL_ERRORS = {
  UNAUTHORIZED: 'The token is missing, unknown, revoked, expired or stale.',
  FORBIDDEN: 'Not permitted on this gateway, for example mode echo in production.',
  INVALID_ARGUMENT: 'A field has an invalid value, or there is no such session.',
  INVALID_MESSAGE: 'The frame is malformed or of an unknown type.',
  HANDLER_ERROR: 'The server failed on the message.',
  MEDIA_BRIDGE_FAILURE: 'Media could not be set up, or died. `close` follows.',
  AGENT_FAILURE: 'The agent could not be reached, or failed for good. `close` follows.',
} as const;

export type SignalErrorCode = keyof typeof SIGNAL_ERRORS;

export const ErrorCode = Type.Unsafe<SignalErrorCode>(
  Words(
    Object.entries(SIGNAL_ERRORS).map(([code, description]) => Type.Literal(code, { description })),
    { title: 'ErrorCode' },
  ),
);

const MEANINGS: Readonly<Record<AgentMode, string>> = {
  'end-to-end': 'One speech-to-speech model hears and speaks.',
  traditional: 'Speech recognition, language model and speech synthesis in a row.',
  echo: 'The caller’s audio comes back. Debug gateways only.',
};

export const Mode = Words(
  [
    ...AGENT_MODES.map((mode) => Type.Literal(mode, { description: MEANINGS[mode] })),
    ...Object.entries(LEGACY_MODES).map(([word, mode]) =>
      Type.Literal(word, { deprecated: true, description: `Means ${mode}.` }),
    ),
  ],
  {
    title: 'AgentMode',
    description:
      'What answers the call. Leave it out: then it is end-to-end where the agent’s document, or this server for one that names no ' +
      'models, has a speech-to-speech model, and traditional where it has the stages only. A mode that is named and can’t be served is ' +
      'refused with AGENT_FAILURE.',
  },
);
