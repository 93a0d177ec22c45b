import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { Clock } from '../common/clock/index.js';
import { InstanceKeys, type KeyRing } from '../common/secrets/index.js';

const ALGORITHM = 'HS256';
const ISSUER = 'earshot';
const AUDIENCE = 'earshot/calls';
/** Longer than any issued token; longer text is not parsed. */
const MAX_TOKEN_LENGTH = 2_048;

/**
 * Claims beyond the registered ones (RFC 7519). The token's terms stay on the server, because a page could read them.
 */
const Claims = Type.Object({ jti: Type.String(), con: Type.String() });

/** Identifies the token. Its row in the database decides whether it is still valid. */
export interface CallJwtClaims {
  readonly tokenId: string;
  readonly connectorId: string;
}

/** Call tokens as JWTs (HS256), signed with a key derived from the instance secret. A bad signature costs no query. */
@Injectable()
export class CallJwt {
  private readonly keys: KeyRing;

  constructor(
    private readonly clock: Clock,
    keys: InstanceKeys,
  ) {
    this.keys = keys.keyRing('call-token');
  }

  sign({ tokenId, connectorId }: CallJwtClaims, expiresAt: Date): Promise<string> {
    const claims: Omit<Static<typeof Claims>, 'jti'> = { con: connectorId };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: this.keys.current.id })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(Math.floor(this.clock.now().getTime() / 1_000))
      .setExpirationTime(Math.floor(expiresAt.getTime() / 1_000))
      .setJti(tokenId)
      .sign(this.keys.current.bytes);
  }

  /** Whether the header names our key; otherwise it is another kind of token. */
  isOurs(token: string): boolean {
    if (token.length > MAX_TOKEN_LENGTH) return false;
    try {
      return decodeProtectedHeader(token).kid === this.keys.current.id;
    } catch {
      return false;
    }
  }

  /** @param graceSeconds how long an expired token is still accepted. */
  async verify(token: string, graceSeconds: number): Promise<CallJwtClaims | undefined> {
    if (!this.isOurs(token)) return undefined;
    try {
      const { payload } = await jwtVerify(token, this.keys.current.bytes, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat', 'jti'],
        currentDate: this.clock.now(),
        clockTolerance: graceSeconds,
      });
      return Value.Check(Claims, payload) ? { tokenId: payload.jti, connectorId: payload.con } : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
