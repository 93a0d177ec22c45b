import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppConfig } from '../common/config/index.js';
import { isSameSecret } from '../common/secrets/index.js';
import { isLocalReader } from './local-reader.js';

/** Decides whether a request comes from the operator, who may see data across tenants. */
@Injectable()
export class OperatorAccess {
  constructor(private readonly config: AppConfig) {}

  has({ headers, ip, raw }: FastifyRequest): boolean {
    const { token } = this.config.metrics;
    if (token !== undefined) return isSameSecret(headers.authorization ?? '', `Bearer ${token}`);
    // A public address implies a proxy, and a proxy on this machine need not reveal itself.
    if (this.config.http.publicUrl !== undefined) return false;
    return isLocalReader({ peer: ip, headers, httpVersion: raw.httpVersion });
  }
}
