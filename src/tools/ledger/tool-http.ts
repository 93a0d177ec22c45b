import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { SafeHttpClient, type SafeHttpRequest, type SafeHttpResult } from '../../safe-http/index.js';
import { DatabaseLedger } from './database-ledger.js';

/** A tool call, as received by a service within this process. */
export interface OwnServiceCall {
  /** Identical when the call is retried. */
  readonly callId: string;
  readonly accountId: string;
  readonly conversationId: string;
  /** JSON. */
  readonly body: unknown;
}

export interface OwnServiceAnswer {
  readonly status: number;
  readonly body: object;
}

export type OwnService = (call: OwnServiceCall) => Promise<OwnServiceAnswer>;

/** In-process answers take no time worth measuring. */
const AT_ONCE_MS = 0;

/**
 * Sends tool requests to the network, or to an in-process service with its own host name. Such a service learns the
 * account from the ledger, because the request itself could be forged.
 */
@Injectable()
export class ToolHttp implements Pick<SafeHttpClient, 'send'>, OnApplicationShutdown {
  private readonly logger = new Logger(ToolHttp.name);
  private readonly network: SafeHttpClient;
  private readonly services = new Map<string, OwnService>();

  constructor(
    private readonly ledger: DatabaseLedger,
    config: AppConfig,
  ) {
    this.network = new SafeHttpClient({ allowPrivateNetworks: config.instance.privateNetworks.tools });
  }

  /** @param host A reserved name that never resolves (RFC 6761, 6.4). */
  serve(host: `${string}.invalid`, service: OwnService): void {
    this.services.set(host, service);
  }

  async send(request: SafeHttpRequest): Promise<SafeHttpResult> {
    const service = this.services.get(URL.parse(request.url)?.host ?? '');
    if (!service) return await this.network.send(request);
    try {
      const { status, body } = await this.answer(service, request);
      const headers = { 'content-type': 'application/json' };
      const content = Buffer.from(JSON.stringify(body));
      return { kind: 'response', status, headers, body: content, truncated: false, durationMs: AT_ONCE_MS };
    } catch (error) {
      this.logger.error({ err: error }, 'local tool failed');
      return { kind: 'failure', code: 'SERVICE_FAILED', durationMs: AT_ONCE_MS };
    }
  }

  onApplicationShutdown(): void {
    this.network.close();
  }

  private async answer(
    service: OwnService,
    { method, headers, body = '' }: SafeHttpRequest,
  ): Promise<OwnServiceAnswer> {
    if (method !== 'POST') return { status: 405, body: { error: 'Write "method": "POST".' } };
    const callId = headers['idempotency-key'] ?? '';
    const owner = await this.ledger.ownerOf(callId);
    if (!owner) return { status: 403, body: { error: 'Only a conversation that is on record may do this.' } };
    return await service({ callId, ...owner, body: JSON.parse(body) as unknown });
  }
}
