import { flag, text, type Setting, url } from '../setting.js';

export const alertConstants = {
  /** Of each rule: the delay between a failing call and its alert. */
  evaluationIntervalSeconds: 30,
  /** Of a rule's window. Without it, a value around the threshold would trigger and resolve at every evaluation. */
  clearPercent: 20,
};

export const alertSettings = {
  evaluationEnabled: flag('ALERT_EVALUATION_ENABLED', {
    advanced: true,
    fallback: true,
    meaning:
      'Whether this process evaluates alert rules. Each rule is evaluated by one process at a time, however many there are.',
    danger: 'With false in every process no alert is ever triggered.',
  }),
} as const;

export const metricsSettings = {
  token: text('METRICS_TOKEN', {
    secret: true,
    meaning:
      'Bearer token that GET /metrics requires. Without it and without PUBLIC_URL, /metrics answers clients on this machine that ask for localhost or a loopback address, without a proxy in between; with PUBLIC_URL but no token it answers no one.',
  }),
} as const;

export const tracingConstants = {
  /** How long spans are batched before they are sent. */
  delayMs: 5_000,
};

export const tracingSettings = {
  endpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'], {
    meaning:
      'OTLP endpoint (HTTP, JSON) for traces of calls, tools and webhooks, without `/v1/traces`, such as http://localhost:4318. Without it, tracing is off and its code is not loaded.',
    danger:
      'The receiver learns who calls when and for how long, and the names of tools; no words, no arguments.',
  }),
  headers: pairs('OTEL_EXPORTER_OTLP_HEADERS', {
    meaning:
      'Headers of these requests as `name=value`, separated by commas, values percent-encoded: for example `authorization=Bearer%20…`.',
    secret: true,
  }),
  serviceName: text('OTEL_SERVICE_NAME', {
    advanced: true,
    fallback: 'earshot',
    meaning: 'The name of this service in traces.',
  }),
  share: share('OTEL_TRACES_SAMPLER_ARG', {
    fallback: 1,
    meaning: 'Share of calls and webhook deliveries that are traced, 0 to 1.',
  }),
} as const;

function share(env: string, options: { meaning: string; fallback: number }): Setting<number> {
  return {
    env,
    ...options,
    parse(value) {
      const number = Number(value);
      if (!/^\d+(\.\d+)?$/.test(value) || number > 1) throw new Error('must be a number from 0 to 1');
      return number;
    },
  };
}

function pairs(
  env: string,
  options: { meaning: string; secret: boolean },
): Setting<Readonly<Record<string, string>>> {
  return {
    env,
    fallback: {},
    shownDefault: '',
    ...options,
    parse: (value) => Object.fromEntries(value.split(',').map(pair)),
  };
}

function pair(text: string): [string, string] {
  const [name = '', ...value] = text.split('=');
  if (!/^[\w-]+$/.test(name.trim()) || value.length === 0) {
    throw new Error('must be name=value, or several of these with commas between');
  }
  try {
    return [name.trim(), decodeURIComponent(value.join('=').trim())];
  } catch {
    throw new Error(`must have values that are percent-encoded; that of ${name.trim()} is not`);
  }
}
