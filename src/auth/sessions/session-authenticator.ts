import { Injectable } from '@nestjs/common';
import type { AuthenticatedRequest, Principal } from '../../common/access/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ApiError } from '../../common/errors/index.js';
import { CredentialLookUp } from '../credentials/credential-look-up.js';
import { refuseForgery } from './csrf.js';
import { principalOf, SessionsService } from './sessions.service.js';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Authenticates requests by their session cookie. */
@Injectable()
export class SessionAuthenticator {
  private readonly publicUrl: string | undefined;

  constructor(
    private readonly sessions: SessionsService,
    private readonly lookUp: CredentialLookUp,
    { http }: AppConfig,
  ) {
    this.publicUrl = http.publicUrl;
  }

  /** @throws ApiError 401 for an ended session, 403 for a change that did not come from our page, 429. */
  async authenticate(request: AuthenticatedRequest, token: string): Promise<Principal> {
    const session = await this.lookUp.find({
      kind: 'session',
      prefix: 'ess',
      secret: token,
      from: request,
      find: (secret) => this.sessions.find(secret),
      refusal: sessionEnded,
    });
    if (!SAFE_METHODS.has(request.method)) refuseForgery(request, token, this.publicUrl);
    return principalOf(session);
  }
}

const sessionEnded = () => new ApiError(401, 'UNAUTHORIZED', 'The session has ended. Sign in again.');
