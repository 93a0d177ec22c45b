import dgram from 'node:dgram';
import { once } from 'node:events';
import dnsPacket, { type Answer } from 'dns-packet';

/** RFC 1035, 4.1.1: the name does not exist. */
const NO_SUCH_NAME = 3;

/** A DNS server on a loopback UDP socket with the test's records. */
export class NameServer {
  records: readonly Omit<Answer, 'ttl'>[] = [];
  /** Queries: `SRV _sip._udp.example.test`. */
  readonly asked: string[] = [];

  private constructor(private readonly socket: dgram.Socket) {
    socket.on('message', (data, { port, address }) => socket.send(this.answerTo(data), port, address));
  }

  static async open(): Promise<NameServer> {
    const socket = dgram.createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  /** As used in settings. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  close(): void {
    this.socket.close();
  }

  private answerTo(data: Buffer): Buffer {
    const { id = 0, questions = [] } = dnsPacket.decode(data);
    this.asked.push(...questions.map(({ name, type }) => `${type} ${name}`));
    const answers = this.records
      .filter((record) => questions.some(({ name, type }) => name === record.name && type === record.type))
      .map((record) => ({ ...record, ttl: 0 }));
    const code = answers.length > 0 ? 0 : NO_SUCH_NAME;
    return dnsPacket.encode({
      id,
      type: 'response',
      flags: dnsPacket.AUTHORITATIVE_ANSWER | code,
      questions,
      answers,
    });
  }
}
