// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import type { Admission, CallRequest } from '../../src/call-admission/admission.js';
import { AdmissionService } from '../../src/call-admission/admission.service.js';

/** Admits an offer with this token through the production code. @throws when it is rejected */
export async function admit(
  app: INestApplication,
  authToken: string,
  wishes: Partial<CallRequest> = {},
): Promise<Pick<Admission, 'agent' | 'caller' | 'variantId'>> {
  const given = await app.get(AdmissionService, { strict: false }).admit({
    mode: 'traditional',
    accountId: undefined,
    projectId: undefined,
    agentVersionOverride: undefined,
    ...wishes,
    authToken,
  });
  if (given.kind === 'refused') throw new Error(given.message);
  const { agent, caller, variantId } = given;
  return { agent, caller, variantId };
}
