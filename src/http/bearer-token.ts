/** The token of an `Authorization` header (RFC 6750, 2.1); undefined if it is absent or malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1];
}
