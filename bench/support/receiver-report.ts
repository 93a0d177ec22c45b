const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SENDER_REPORT_BYTES = 28;
const BYTES = 32;
/** Answered immediately; in units of 1/65,536 s. */
const DELAY = 1;

/**
 * The receiver report (RFC 3550, 6.4.2) to a server's sender report, as browsers send it, for callers whose library
 * sends none.
 * @param packet Anything that came from the server.
 * @param highestSequence Of the received packets.
 * @param lost Number of lost packets.
 * @returns undefined if no report is due.
 */
export function receiverReport(
  packet: Buffer,
  ssrc: number,
  highestSequence: number,
  lost: number,
): Buffer | undefined {
  if (packet.length < SENDER_REPORT_BYTES || packet[1] !== SENDER_REPORT) return undefined;
  const report = Buffer.alloc(BYTES);
  report.writeUInt8(0x81, 0);
  report.writeUInt8(RECEIVER_REPORT, 1);
  report.writeUInt16BE(BYTES / 4 - 1, 2);
  report.writeUInt32BE(ssrc, 4);
  packet.copy(report, 8, 4, 8);
  report.writeUIntBE(Math.min(lost, 0x7fffff), 13, 3);
  report.writeUInt32BE(highestSequence, 16);
  // The middle of the time in the server's report.
  packet.copy(report, 24, 10, 14);
  report.writeUInt32BE(DELAY, 28);
  return report;
}
