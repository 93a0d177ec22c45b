import type { AgentDocument } from '../agent-document/index.js';
import type { NewConversation } from '../conversations/index.js';
import { isJudged } from '../deployments/index.js';
import type { Admission, CallOffer } from '../call-admission/index.js';

/** The record of a call at its start. */
export function newConversation(
  sessionId: string,
  { callSid, callee, metadata, line }: CallOffer,
  admission: Admission,
  startedAt: Date,
): NewConversation {
  const { accountId, agentId, target, deploymentId, artifactVersion, version, rollout, experiment } =
    admission;
  const { caller, connectorId, variantId, mode, adapter, agent } = admission;
  return {
    sessionId,
    accountId,
    agentId,
    target,
    deploymentId,
    artifactVersion,
    version,
    ...(rollout && { rollout }),
    ...(experiment && { experiment }),
    connectorId,
    variantId,
    mode,
    adapter: adapter.name,
    callSid,
    caller,
    callee,
    metadata,
    byLine: line !== undefined,
    storeText: agent.privacy?.storeText,
    redact: agent.privacy?.redact,
    analysis: analysisOf(sessionId, admission),
    startedAt,
  };
}

/** What to analyse about the call. Success is judged only if the rollout, if any, requires it. */
function analysisOf(
  sessionId: string,
  { agent: { analysis }, rollout }: Admission,
): AgentDocument['analysis'] {
  if (!rollout || analysis?.success === undefined || isJudged(rollout, sessionId)) return analysis;
  const { success: _success, ...rest } = analysis;
  return rest.summary === true || rest.fields ? rest : undefined;
}

/** A loopback call has no audio here, and a document may disable recording. */
export const isRecorded = ({ adapter, agent }: Admission): boolean =>
  !adapter.capabilities.loopsInMedia && agent.privacy?.recordAudio !== false;

export const redacts = ({ agent }: Admission): boolean => (agent.privacy?.redact ?? []).length > 0;
