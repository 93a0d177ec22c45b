import { Injectable } from '@nestjs/common';
import { Metrics } from '../../common/metrics/index.js';
import type { PhoneTraffic } from '../../media/index.js';
import type { SipCounts } from '../../sip/index.js';

/** Prometheus metrics specific to telephony. */
@Injectable()
export class TelephonyMetrics {
  readonly refused;
  readonly left;
  readonly digits;
  readonly outbound;

  constructor(private readonly metrics: Metrics) {
    this.refused = metrics.counter(
      'earshot_sip_calls_refused_total',
      'Phone calls that were refused, by cause.',
      ['cause'],
    );
    this.left = metrics.counter(
      'earshot_sip_callers_left_total',
      'Phone calls that the other side ended, by cause: bye, cancelled, no-ack, session-expired, unknown-to-peer.',
      ['cause'],
    );
    this.outbound = metrics.counter(
      'earshot_outbound_calls_total',
      'Outbound calls that ended, by outcome: answered, or the reason of the failure.',
      ['outcome'],
    );
    this.digits = metrics.counter('earshot_sip_digits_total', 'DTMF digits that callers pressed.');
  }

  watch(read: () => SipCounts): void {
    const gauge = (name: string, help: string, pick: (counts: SipCounts) => number) =>
      this.metrics.gauge(`earshot_sip_${name}`, help, () => pick(read()));
    gauge('dialogs', 'Open SIP dialogs.', ({ dialogs }) => dialogs);
    gauge('connections', 'Connections over TCP and TLS.', ({ connections }) => connections);
    gauge('retransmissions', 'SIP retransmissions since the start.', (c) => c.retransmitted);
    gauge('messages_parsed', 'SIP messages that were accepted and parsed, since the start.', (c) => c.parsed);
    gauge('parse_seconds', 'Time spent parsing SIP messages, since the start.', (c) => c.parseMs / 1_000);
    gauge(
      'messages_ignored',
      'Requests of unknown senders, which got no answer, since the start.',
      (c) => c.ignored,
    );
    gauge('messages_unreadable', 'Messages that were not valid SIP, since the start.', (c) => c.unreadable);
    gauge(
      'requests_refused',
      'Requests that were refused without being recorded, since the start.',
      (c) => c.refused,
    );
  }

  /** @param read RTP counters of all phone calls. */
  watchAudio(read: () => PhoneTraffic): void {
    const { metrics } = this;
    metrics.gauge(
      'earshot_sip_rtp_packets',
      'RTP packets of phones, since the start.',
      () => read().received,
    );
    metrics.gauge(
      'earshot_sip_rtp_packets_lost',
      'RTP packets of phones that were lost, since the start.',
      () => read().lost,
    );
    metrics.gauge(
      'earshot_sip_rtp_jitter_seconds',
      'Mean interarrival jitter of the RTP of running phone calls (RFC 3550).',
      () => read().jitterMs / 1_000,
    );
  }

  watchTrunks(read: Readonly<Record<'up' | 'down' | 'registered' | 'unregistered', () => number>>): void {
    const { metrics } = this;
    metrics.gauge('earshot_sip_trunks_up', 'Trunks whose server answers OPTIONS.', read.up);
    metrics.gauge('earshot_sip_trunks_down', 'Trunks whose server does not answer OPTIONS.', read.down);
    metrics.gauge(
      'earshot_sip_registrations',
      'Trunks at which this instance is registered.',
      read.registered,
    );
    metrics.gauge(
      'earshot_sip_registrations_failed',
      'Trunks at which this instance could not register; it retries.',
      read.unregistered,
    );
  }
}
