import { customAlphabet } from 'nanoid';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 22 characters of base 62 carry 131 bits: more than a UUID, so ids can't be guessed. */
const ID_LENGTH = 22;

const random = customAlphabet(BASE62, ID_LENGTH);

/** Prefixes of ids; the published API fixes `whe`, conventions fix `evt` and `ar`. */
export type IdPrefix =
  | 'acc'
  | 'agent'
  | 'ak'
  | 'ar'
  | 'art'
  | 'aud'
  | 'call'
  | 'con'
  | 'conv'
  | 'ctk'
  | 'dep'
  | 'dlv'
  | 'cev'
  | 'clt'
  | 'cmt'
  | 'cpl'
  | 'evt'
  | 'exp'
  | 'inst'
  | 'mail'
  | 'mon'
  | 'tly'
  | 'inv'
  | 'iss'
  | 'per'
  | 'pse'
  | 'app'
  | 'pen'
  | 'rol'
  | 'rpl'
  | 'sfl'
  | 'sess'
  | 'sil'
  | 'sk'
  | 'kdoc'
  | 'tc'
  | 'tcall'
  | 'tr'
  | 'trk'
  | 'ts'
  | 'top'
  | 'turn'
  | 'whe';

/** A new id `<prefix>_<22 base-62 characters>`, from a cryptographic source. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${random()}`;
}

/** `length` random characters of base 62 from a cryptographic source, for secrets. */
export function randomBase62(length: number): string {
  return random(length);
}
