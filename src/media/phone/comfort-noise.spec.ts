import dgram from 'node:dgram';
import { once } from 'node:events';
import { PeerLatch } from './peer-latch.js';
import { PhoneLeg } from './phone-leg.js';
import { RtpPorts } from './rtp-ports.js';

const HOST = '127.0.0.1';
const PCMU = 0;
const COMFORT_NOISE = 13;
const UNKNOWN = 77;

function packetOf(type: number, sequence: number): Buffer {
  const packet = Buffer.alloc(type === COMFORT_NOISE ? 13 : 172);
  packet.set([0x80, type]);
  packet.writeUInt16BE(sequence, 2);
  packet.writeUInt32BE(sequence * 160, 4);
  return packet;
}

it('comfort noise keeps the caller present and is neither loss nor speech', async () => {
  const phone = dgram.createSocket('udp4').bind(0, HOST);
  await once(phone, 'listening');
  const pair = await new RtpPorts({ listenIp: HOST, firstPort: 25_000, lastPort: 25_999 }).open('127.0.0.1');
  const heard: number[] = [];
  const leg = new PhoneLeg(
    pair,
    new PeerLatch({ address: HOST, port: phone.address().port }, HOST),
    { audio: ({ sequenceNumber }) => heard.push(sequenceNumber), keyPacket: () => undefined },
    performance.now(),
  );
  leg.agree({
    payloadType: PCMU,
    clockRateHz: 8_000,
    keysType: undefined,
    multiplexesControl: false,
    controlPort: phone.address().port + 1,
    sends: true,
    hears: true,
    theirKey: undefined,
  });
  const types = [PCMU, COMFORT_NOISE, COMFORT_NOISE, PCMU, UNKNOWN];
  types.forEach((type, index) => phone.send(packetOf(type, index), pair.port, HOST));
  while (leg.stats.received + leg.refused < types.length)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(heard).toEqual([0, 3]);
  expect(leg.stats).toMatchObject({ received: 4, lost: 0 });
  expect(leg.refused).toBe(1);
  leg.close();
  phone.close();
});
