import { once } from 'node:events';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { newSecretToken } from '../../src/auth/credentials/secret-token.js';
import type { TestAccount, TestApp } from '../support/app.js';
import type { HttpAnswer } from '../support/http.js';
import type { Pick } from './malformed.js';

/** Values of X-API-KEY headers, one per header line; empty for a request without one. */
export type KeyHeaders = readonly string[];

/** Kinds of bad keys. Those with `costsNoQuery` are rejected by their text alone. */
export interface BadKeyKind {
  readonly name: string;
  readonly costsNoQuery: boolean;
  make(pick: Pick): KeyHeaders;
}

const ALPHABET = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const PREFIX_LENGTH = 4;
/** The header as Node reads it: one character per byte. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export async function badKeyKinds(service: TestApp, account: TestAccount): Promise<BadKeyKind[]> {
  const good = await service.createKey(account);
  const revoked = await service.createKey(account, { revokedAt: new Date() });
  const expired = await service.createKey(account, { expiresAt: new Date(Date.now() - 1_000) });
  const free = (name: string, make: (pick: Pick) => KeyHeaders) => ({ name, costsNoQuery: true, make });
  const looked = (name: string, make: (pick: Pick) => KeyHeaders) => ({ name, costsNoQuery: false, make });
  return [
    free('bad checksum', (pick) => [withOneChange(good, good.length - 6, good.length, pick)]),
    free('one character changed', (pick) => [withOneChange(good, PREFIX_LENGTH, good.length, pick)]),
    free('truncated', (pick) => [good.slice(0, pick(range(1, good.length)))]),
    free('something added', (pick) => [good + pick(ALPHABET)]),
    free('another case', () => [good.toUpperCase()]),
    free('another prefix', (pick) => [pick(['ESK_', 'ect_', 'sk_', '_', '']) + good.slice(PREFIX_LENGTH)]),
    free('a connector’s token', () => [newSecretToken('ect')]),
    free('Unicode', (pick) => [
      asBytes(pick([`ключ-${good}`, `${good}\u0301`, `esk_${'🔑'.repeat(12)}`, `\u00a0${good}`])),
    ]),
    free('8 kB', (pick) => [
      pick([...ALPHABET, good])
        .repeat(8_192)
        .slice(0, 8_192),
    ]),
    free('twice in one header', () => [`${good}, ${good}`]),
    free('header twice', (pick) =>
      pick([
        [good, good],
        [good, revoked],
        [revoked, good],
      ]),
    ),
    free('empty', () => ['']),
    free('absent', () => []),
    looked('unknown', () => [newSecretToken('esk')]),
    looked('revoked', () => [revoked]),
    looked('expired', () => [expired]),
  ];
}

/** Sends the headers unchanged: `fetch` would join two of one name. */
export async function askWith(
  keys: KeyHeaders,
  baseUrl: string,
  { agent, headers }: { readonly agent?: http.Agent; readonly headers?: Readonly<Record<string, string>> },
): Promise<HttpAnswer> {
  const ownHeaders = { ...headers, ...(keys.length > 0 && { 'X-API-KEY': [...keys] }) };
  const request = http.get(`${baseUrl}/v1/account`, { agent, headers: ownHeaders });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    body: await json(response),
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** The text with one character in a range replaced. */
function withOneChange(text: string, from: number, to: number, pick: Pick): string {
  const place = pick(range(from, to));
  const other = pick(ALPHABET.filter((character) => character !== text[place]));
  return text.slice(0, place) + other + text.slice(place + 1);
}
