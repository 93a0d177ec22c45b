/** What tests use of `dns-packet`, which ships no types. */
declare module 'dns-packet' {
  export interface Answer {
    readonly name: string;
    readonly type: 'A' | 'AAAA' | 'SRV' | 'NAPTR';
    readonly ttl: number;
    readonly data: unknown;
  }
  interface Packet {
    readonly id?: number;
    readonly type?: 'query' | 'response';
    readonly flags?: number;
    readonly questions?: readonly { readonly name: string; readonly type: string }[];
    readonly answers?: readonly Answer[];
  }
  const packets: {
    readonly AUTHORITATIVE_ANSWER: number;
    decode(data: Buffer): Packet;
    encode(packet: Packet): Buffer;
  };
  export default packets;
}
