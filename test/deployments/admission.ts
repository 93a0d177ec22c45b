// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import type { Admission, CallRequest } from '../../src/call-admission/admission.js';
import { AdmissionService } from '../../src/call-admission/admission.service.js';
import type { CallOffer } from '../../src/call-admission/call-preparation.js';
import { newConversation } from '../../src/calls/new-conversation.js';

export type Admitted = Pick<Admission, 'agent' | 'deploymentId' | 'variantId' | 'rollout' | 'experiment'>;

/** Admits an offer of each caller through the production code. */
export function admit(
  app: INestApplication,
  request: Partial<CallRequest>,
  callers: readonly (string | undefined)[],
): Promise<Admitted[]> {
  return Promise.all(
    callers.map(async (caller) => {
      const { agent, deploymentId, variantId, rollout, experiment } = await admission(app, {
        ...request,
        caller,
      });
      return { agent, deploymentId, variantId, rollout, ...(experiment && { experiment }) };
    }),
  );
}

/** Analysis requests for these sessions. */
export async function analyses(
  app: INestApplication,
  request: Partial<CallRequest>,
  sessionIds: readonly string[],
) {
  const admitted = await admission(app, request);
  return sessionIds.map((id) => newConversation(id, {} as CallOffer, admitted, new Date()).analysis);
}

async function admission(app: INestApplication, request: Partial<CallRequest>): Promise<Admission> {
  const given = await app.get(AdmissionService, { strict: false }).admit({
    authToken: undefined,
    mode: undefined,
    accountId: undefined,
    projectId: undefined,
    agentVersionOverride: undefined,
    ...request,
  });
  if (given.kind !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(given)}`);
  return given;
}
