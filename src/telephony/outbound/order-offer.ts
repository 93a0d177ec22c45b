import type { CallOffer } from '../../call-admission/index.js';
import { fromDbEnvironment } from '../../common/access/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import type { MachineAction } from './outbound-call.dto.js';

export function offerOf(order: OutboundCall, line: Omit<NonNullable<CallOffer['line']>, 'grant'>): CallOffer {
  const { accountId, agentId, environment, variantId, metadata } = order;
  return {
    authToken: undefined,
    mode: undefined,
    accountId: undefined,
    projectId: undefined,
    variantId: variantId ?? undefined,
    agentVersionOverride: undefined,
    sdp: '',
    callSid: order.id,
    metadata: metadata as Record<string, unknown>,
    caller: order.fromNumber,
    callee: order.toNumber,
    line: {
      grant: {
        kind: 'line',
        accountId,
        agentId,
        target: fromDbEnvironment(environment),
        connectorId: undefined,
        disableHandoff: false,
        variables: metadata as Record<string, unknown>,
      },
      ...line,
    },
  };
}

/** Reads the stored answering-machine options. */
export function screenOf(machine: unknown, sampleRateHz: number) {
  const { action, message } = (machine ?? {}) as { action?: MachineAction; message?: string };
  return action === undefined || action === 'ignore' ? undefined : { message, sampleRateHz };
}
