import { EncryptJWT, SignJWT, UnsecuredJWT } from 'jose';

export interface StudioTokenKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The holder of a valid token. */
export interface StudioTokenHolder {
  readonly accountId: string;
  readonly agentId: string;
}

/** A valid studio token, and by name tokens with exactly one fault. */
export async function studioTokens(
  { id: kid, bytes }: StudioTokenKey,
  { accountId, agentId }: StudioTokenHolder,
): Promise<{ readonly valid: string; readonly bad: Readonly<Record<string, string>> }> {
  const claims = { acc: accountId, sub: agentId, tgt: 'draft' };
  const jwt = (payload: object = claims, header: object = {}) =>
    new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid, ...header })
      .setIssuer('earshot')
      .setAudience('earshot/signaling')
      .setIssuedAt()
      .setExpirationTime('5m');
  const valid = await jwt().sign(bytes);
  const [header = '', payload = '', signature = ''] = valid.split('.');
  const withHeader = (fields: object) =>
    `${Buffer.from(JSON.stringify(fields)).toString('base64url')}.${payload}.${signature}`;
  const foreign = new Uint8Array(32).fill(7);
  const bad = {
    'algorithm none': new UnsecuredJWT(claims).setIssuer('earshot').setExpirationTime('5m').encode(),
    'none with our key id': withHeader({ alg: 'none', kid }),
    'another algorithm under our key': await jwt(claims, { alg: 'HS512' }).sign(new Uint8Array(64)),
    'HS384 named in the header': withHeader({ alg: 'HS384', kid }),
    'another issuer': await jwt().setIssuer('other').sign(bytes),
    'another audience': await jwt().setAudience('earshot').sign(bytes),
    expired: await jwt().setExpirationTime(1).sign(bytes),
    'without an expiry': await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', kid })
      .setIssuer('earshot')
      .setAudience('earshot/signaling')
      .setIssuedAt()
      .sign(bytes),
    'a foreign key under our id': await jwt().sign(foreign),
    'a foreign key id': await jwt(claims, { kid: 'other' }).sign(bytes),
    'a path as key id': await jwt(claims, { kid: '../../etc/passwd' }).sign(bytes),
    'no key id': await jwt(claims, { kid: undefined }).sign(bytes),
    'an embedded key': await jwt(claims, {
      jwk: { kty: 'oct', k: Buffer.from(foreign).toString('base64url') },
    }).sign(foreign),
    'an unknown target': await jwt({ ...claims, tgt: 'production' }).sign(bytes),
    'no account': await jwt({ sub: agentId, tgt: 'draft' }).sign(bytes),
    encrypted: await new EncryptJWT(claims)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
      .encrypt(bytes),
    'a changed payload': `${header}.${Buffer.from('{"acc":"x"}').toString('base64url')}.${signature}`,
    'cut off': valid.slice(0, -4),
    'too long': `${valid}${'a'.repeat(4_000)}`,
    empty: '',
    dots: '..',
    'not a token': 'ect_nope',
  };
  return { valid, bad };
}
