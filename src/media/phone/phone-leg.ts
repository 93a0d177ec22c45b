import { randomBytes, randomInt } from 'node:crypto';
import { parseRtp, type RtpPacket } from '../rtp/rtp-packet.js';
import {
  isControl,
  ntpMiddleOf,
  type OwnReport,
  readReport,
  writeBye,
  writeReport,
} from './control-packets.js';
import type { MediaAddress, PeerLatch } from './peer-latch.js';
import { Reception } from './reception.js';
import type { PacketSource, RtpPair } from './rtp-ports.js';
import { SrtpStream } from './srtp.js';

/** A leg's view of its stream; replaced as a whole by a renegotiation. */
export interface LegTerms {
  readonly payloadType: number;
  readonly clockRateHz: number;
  /** Payload type of telephone-event; undefined without it. */
  readonly keysType: number | undefined;
  readonly multiplexesControl: boolean;
  readonly controlPort: number;
  /** Whether the peer wants to receive now. */
  readonly sends: boolean;
  /** Whether we want to receive now. */
  readonly hears: boolean;
  /** The peer's master key if audio is encrypted. */
  readonly theirKey: Buffer | undefined;
}

export interface LegEvents {
  audio(packet: RtpPacket, nowMs: number): void;
  keyPacket(payload: Uint8Array, timestamp: number, ssrc: number): void;
}

/** RFC 3550, 6.2, varied at random by ± 50 % so that the reports of many calls do not coincide. */
const REPORT_INTERVAL_MS = 5_000;
/** For 8 kHz streams (RFC 3389, 4); some phones send it without having offered it. */
const COMFORT_NOISE = 13;

const isOfStream = (type: number, { payloadType, keysType }: LegTerms): boolean =>
  type === payloadType || type === keysType || type === COMFORT_NOISE;

/** RTP and RTCP of one phone call over two UDP sockets: source checks, audio and DTMF, encryption, reports. */
export class PhoneLeg {
  readonly ssrc = randomBytes(4).readUInt32BE();
  readonly ownKey = randomBytes(30);
  lastHeardMs: number;
  /** Packets rejected as forged, from strangers, or not RTP. */
  refused = 0;
  bytesReceived = 0;
  packetsSent = 0;
  roundTripMs: number | undefined;
  private bytesSent = 0;
  private lastTimestamp = 0;
  private lastSentMs = 0;
  private reception: Reception | undefined;
  private terms: LegTerms | undefined;
  private incoming: SrtpStream | undefined;
  private outgoing: SrtpStream | undefined;
  private theirKey: Buffer | undefined;
  private peerReport: { readonly ntpMiddle: number; readonly atMs: number } | undefined;
  private nextReportMs: number;
  private readonly cname = randomBytes(8).toString('hex');

  constructor(
    private readonly pair: RtpPair,
    private readonly latch: PeerLatch,
    private readonly events: LegEvents,
    nowMs: number,
  ) {
    this.lastHeardMs = nowMs;
    this.nextReportMs = nowMs + REPORT_INTERVAL_MS / 2;
    pair.listen(
      (packet, from) => this.receive(packet, from, performance.now()),
      (packet, from) => this.receiveControl(packet, from, performance.now()),
    );
  }

  get port(): number {
    return this.pair.port;
  }

  get stats() {
    return {
      received: this.reception?.received ?? 0,
      lost: this.reception?.lost ?? 0,
      jitterMs: this.reception?.jitterMs,
    };
  }

  agree(terms: LegTerms): void {
    this.terms = terms;
    this.reception ??= new Reception(terms.clockRateHz);
    this.reception.useClock(terms.clockRateHz);
    const { theirKey } = terms;
    if (theirKey && !this.theirKey?.equals(theirKey)) {
      this.theirKey = theirKey;
      this.incoming = new SrtpStream(theirKey);
      this.outgoing ??= new SrtpStream(this.ownKey);
    }
  }

  /** Sends a packet. Copies it, since the buffer is reused and the system may read it later. */
  send(packet: Buffer): void {
    const { terms } = this;
    const { target } = this.latch;
    if (!terms?.sends || !target) return;
    const wire = this.outgoing ? this.outgoing.protect(packet) : Buffer.from(packet);
    this.packetsSent += 1;
    this.bytesSent += packet.length - 12;
    this.lastTimestamp = packet.readUInt32BE(4);
    this.lastSentMs = performance.now();
    this.pair.sendAudio(wire, target);
  }

  /** Sends a report when one is due. */
  tick(nowMs: number): void {
    if (nowMs < this.nextReportMs) return;
    this.nextReportMs = nowMs + REPORT_INTERVAL_MS * (0.5 + randomInt(1_000) / 1_000);
    this.sendControl(writeReport(this.ownReport(nowMs)));
  }

  close(): void {
    if (this.packetsSent > 0) this.sendControl(writeBye(this.ssrc));
    this.pair.close();
  }

  private receive(wire: Buffer, from: PacketSource, nowMs: number): void {
    const { terms } = this;
    if (!terms) return;
    if (terms.multiplexesControl && isControl(wire)) return this.receiveControl(wire, from, nowMs);
    const packet = this.incoming ? this.incoming.unprotect(wire) : wire;
    const rtp = packet && parseRtp(packet);
    const isKnown = rtp && isOfStream(rtp.payloadType, terms);
    if (!isKnown || !this.latch.take(from, nowMs, this.incoming !== undefined)) {
      this.refused += 1;
      return;
    }
    this.lastHeardMs = nowMs;
    this.bytesReceived += wire.length;
    this.reception?.take(rtp, nowMs);
    // Comfort noise marks silence, and so does its absence.
    if (rtp.payloadType === COMFORT_NOISE) return;
    if (rtp.payloadType === terms.keysType) this.events.keyPacket(rtp.payload, rtp.timestamp, rtp.ssrc);
    else if (terms.hears) this.events.audio(rtp, nowMs);
  }

  private receiveControl(wire: Buffer, from: PacketSource, nowMs: number): void {
    const packet = this.incoming ? this.incoming.unprotectControl(wire) : wire;
    const isOfCaller = this.incoming !== undefined || from.address === this.latch.target?.address;
    const report = packet && isOfCaller ? readReport(packet, this.ssrc) : undefined;
    if (!report) return;
    this.lastHeardMs = nowMs;
    this.bytesReceived += wire.length;
    if (report.ntpMiddle !== 0) this.peerReport = { ntpMiddle: report.ntpMiddle, atMs: nowMs };
    if (report.ours && report.ours.lastReport !== 0) {
      const elapsed = (ntpMiddleOf(Date.now()) - report.ours.lastReport - report.ours.delay) >>> 0;
      const roundTripMs = (elapsed * 1_000) / 65_536;
      if (roundTripMs < 60_000) this.roundTripMs = roundTripMs;
    }
  }

  private sendControl(packet: Buffer): void {
    const target = this.controlTarget();
    if (!target || !this.terms) return;
    const wire = this.outgoing ? this.outgoing.protectControl(packet) : packet;
    if (this.terms.multiplexesControl) this.pair.sendAudio(wire, target);
    else this.pair.sendControl(wire, target);
  }

  /** Assume that a phone behind NAT sends RTCP from the port next to RTP. */
  private controlTarget(): MediaAddress | undefined {
    const { target, isLatched } = this.latch;
    if (!target || !this.terms) return undefined;
    const { multiplexesControl, controlPort } = this.terms;
    if (multiplexesControl) return target;
    return { address: target.address, port: isLatched ? Math.min(65_535, target.port + 1) : controlPort };
  }

  private ownReport(nowMs: number): OwnReport {
    const { reception, peerReport } = this;
    const sinceSentTicks = ((nowMs - this.lastSentMs) * (this.terms?.clockRateHz ?? 0)) / 1_000;
    return {
      ssrc: this.ssrc,
      cname: this.cname,
      nowMs: Date.now(),
      rtpTimestamp: Math.round(this.lastTimestamp + sinceSentTicks),
      packetsSent: this.packetsSent,
      bytesSent: this.bytesSent,
      about:
        reception?.ssrc !== undefined
          ? {
              ssrc: reception.ssrc,
              ...reception.report(),
              lastReport: peerReport?.ntpMiddle ?? 0,
              sinceLastReportMs: peerReport ? nowMs - peerReport.atMs : 0,
            }
          : undefined,
    };
  }
}
