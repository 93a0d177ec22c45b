export interface BufferedPacket {
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly durationTicks: number;
  readonly payload: Uint8Array;
  /** The sender announced silence (DTX). */
  readonly endsTalk: boolean;
}

/**
 * Waiting packets in order of sequence number. Numbers and timestamps are unwrapped beyond their 16 and 32 bits, so
 * that they only grow.
 */
export class PacketOrder {
  private readonly packets: BufferedPacket[] = [];
  private newestSequence = 0;
  private newestTimestamp = 0;

  get length(): number {
    return this.packets.length;
  }

  get first(): BufferedPacket | undefined {
    return this.packets[0];
  }

  get last(): BufferedPacket | undefined {
    return this.packets.at(-1);
  }

  /** Clears everything and starts from this packet. */
  restart(first: BufferedPacket): void {
    this.packets.length = 0;
    this.packets.push(first);
    this.newestSequence = first.sequenceNumber;
    this.newestTimestamp = first.timestamp;
  }

  /** Extends the 16-bit sequence number and 32-bit timestamp by their distance from the newest ones. */
  unwrap(packet: BufferedPacket): BufferedPacket {
    const timestampStep = (packet.timestamp - this.newestTimestamp) | 0;
    return {
      ...packet,
      sequenceNumber: this.newestSequence + this.stepTo(packet),
      timestamp: this.newestTimestamp + timestampStep,
    };
  }

  /** Distance of this packet from the newest, in the 16 bits of the wire. */
  stepTo({ sequenceNumber }: BufferedPacket): number {
    return ((sequenceNumber - this.newestSequence) << 16) >> 16;
  }

  /** Inserts an unwrapped packet, searching from the end; false if it is a duplicate. */
  place(packet: BufferedPacket): boolean {
    let index = this.packets.length;
    for (; index > 0; index -= 1) {
      const before = this.packets[index - 1];
      if (!before || before.sequenceNumber < packet.sequenceNumber) break;
      if (before.sequenceNumber === packet.sequenceNumber) return false;
    }
    if (index === this.packets.length) this.packets.push(packet);
    else this.packets.splice(index, 0, packet);
    if (packet.sequenceNumber > this.newestSequence) {
      this.newestSequence = packet.sequenceNumber;
      this.newestTimestamp = packet.timestamp;
    }
    return true;
  }

  removeFirst(): void {
    this.packets.shift();
  }
}
