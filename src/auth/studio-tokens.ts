import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { ENVIRONMENTS } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { newId } from '../common/ids/index.js';
import { InstanceKeys, type KeyRing } from '../common/secrets/index.js';
import type { StudioGrant } from './call-grant.js';

const ALGORITHM = 'HS256';
const ISSUER = 'earshot';
const AUDIENCE = 'earshot/signaling';
const TTL_SECONDS = 900;
/** Longer than any issued token; longer text is not parsed. */
const MAX_TOKEN_LENGTH = 2_048;

/** Claims beyond the registered ones (RFC 7519). */
const Claims = Type.Object({
  acc: Type.String(),
  sub: Type.String(),
  tgt: Type.Union([Type.Literal('draft'), ...ENVIRONMENTS.map((name) => Type.Literal(name))]),
  var: Type.Optional(Type.String()),
  dep: Type.Optional(Type.String()),
});

export interface IssuedStudioToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Short-lived JWTs (HS256), signed with a key derived from the instance secret. */
@Injectable()
export class StudioTokens {
  private readonly keys: KeyRing;

  constructor(
    private readonly clock: Clock,
    keys: InstanceKeys,
  ) {
    this.keys = keys.keyRing('studio-token');
  }

  async issue(grant: Omit<StudioGrant, 'kind'>): Promise<IssuedStudioToken> {
    const issuedAtSeconds = Math.floor(this.clock.now().getTime() / 1_000);
    const expiresAtSeconds = issuedAtSeconds + TTL_SECONDS;
    const claims: Static<typeof Claims> = {
      acc: grant.accountId,
      sub: grant.agentId,
      tgt: grant.target,
      ...(grant.variantId !== undefined && { var: grant.variantId }),
      ...(grant.deploymentId !== undefined && { dep: grant.deploymentId }),
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: this.keys.current.id })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAtSeconds)
      .setExpirationTime(expiresAtSeconds)
      .setJti(newId('sk'))
      .sign(this.keys.current.bytes);
    return { token, expiresAt: new Date(expiresAtSeconds * 1_000) };
  }

  /**
   * The grant, or undefined. Only one algorithm and the current key are accepted, so the token's header chooses
   * neither; rotating the instance secret invalidates all tokens.
   */
  async verify(token: string): Promise<StudioGrant | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    try {
      if (decodeProtectedHeader(token).kid !== this.keys.current.id) return undefined;
      const { payload } = await jwtVerify(token, this.keys.current.bytes, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: this.clock.now(),
      });
      return Value.Check(Claims, payload) ? toGrant(payload) : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}

function toGrant(claims: Static<typeof Claims>): StudioGrant {
  return {
    kind: 'studio',
    accountId: claims.acc,
    agentId: claims.sub,
    target: claims.tgt,
    ...(claims.var !== undefined && { variantId: claims.var }),
    ...(claims.dep !== undefined && { deploymentId: claims.dep }),
  };
}
