/// <reference lib="dom" />
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { type Coturn, describeWithCoturn, startCoturn } from '../support/coturn.js';
import { httpClient } from '../support/http.js';
import { ownAddress } from '../support/own-address.js';
import { relayOf, type TurnClient } from '../support/turn-client.js';

interface RelayedCall {
  readonly state: string;
  readonly candidateTypes: readonly string[];
  readonly heardEnergy: number;
}

describeWithCoturn(describeWithChromium(describe))('call through the shipped TURN server', () => {
  let coturn: Coturn;
  let fixture: CallFixture;
  let browser: Browser;

  beforeAll(async () => {
    const secret = randomBytes(32).toString('hex');
    coturn = await startCoturn(secret);
    fixture = await createCallFixture({
      TURN_URLS: coturn.url,
      TURN_SECRET: secret,
      MEDIA_LISTEN_IP: ownAddress(),
    });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await fixture?.close();
    await coturn?.stop();
  });

  async function credentials(): Promise<{ username: string; credential: string }> {
    const { body } = await httpClient(fixture.app.baseUrl)(
      'GET',
      `/api/v1/ice-servers?token=${fixture.token}`,
    );
    return body.iceServers[0];
  }

  it('returns ICE servers with short-lived credentials for a valid token, and 401 otherwise', async () => {
    const call = httpClient(fixture.app.baseUrl);
    const good = await call('GET', `/api/v1/ice-servers?token=${fixture.token}`);
    expect(good.status).toBe(200);
    expect(good.body.iceServers).toEqual([
      {
        urls: [`${coturn.url}?transport=udp`, `${coturn.url}?transport=tcp`],
        username: expect.stringMatching(/^\d+:acc_/),
        credential: expect.any(String),
      },
    ]);
    const expiresAtSeconds = Number(good.body.iceServers[0].username.split(':')[0]);
    expect(expiresAtSeconds - Date.now() / 1_000).toBeLessThanOrEqual(600);
    expect((await call('GET', '/api/v1/ice-servers?token=nonsense')).status).toBe(401);
    expect((await call('GET', '/api/v1/ice-servers')).status).toBe(401);
  });

  /** An echo call of a Chromium restricted to the relay, over one transport. */
  async function relayedCall(transport: 'udp' | 'tcp'): Promise<RelayedCall> {
    const page = await browser.newPage();
    await page.goto(`${fixture.app.baseUrl}/health`);
    const relayed = await page.evaluate(
      async ([baseUrl, token, transport]): Promise<RelayedCall> => {
        const response = await fetch(`${baseUrl}/api/v1/ice-servers?token=${token}`);
        const told = ((await response.json()) as { iceServers: { urls: string[] }[] }).iceServers;
        const iceServers = told.map((server) => ({
          ...server,
          urls: server.urls.filter((url) => url.endsWith(`transport=${transport}`)),
        }));
        const connection = new RTCPeerConnection({ iceServers, iceTransportPolicy: 'relay' });
        const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
        for (const track of stream.getTracks()) connection.addTrack(track, stream);
        connection.ontrack = ({ track }) => {
          const audio = document.createElement('audio');
          audio.srcObject = new MediaStream([track]);
          document.body.append(audio);
          void audio.play();
        };
        const socket = new WebSocket(`${String(baseUrl).replace('http', 'ws')}/api/v1/webrtc/signal`);
        await new Promise((resolve) => (socket.onopen = resolve));
        await connection.setLocalDescription(await connection.createOffer());
        await new Promise<void>((resolve) => {
          const done = () => connection.iceGatheringState === 'complete' && resolve();
          connection.onicegatheringstatechange = done;
          done();
        });
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(String(data)) as { type: string; data: RTCSessionDescriptionInit };
          if (frame.type === 'answer') void connection.setRemoteDescription(frame.data);
        };
        const data = { type: 'offer', sdp: connection.localDescription?.sdp };
        socket.send(JSON.stringify({ type: 'offer', sessionId: '', mode: 'echo', authToken: token, data }));
        let heardEnergy = 0;
        for (let i = 0; i < 200 && heardEnergy < 0.001; i++) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          for (const report of (await connection.getStats()).values()) {
            if (report.type === 'inbound-rtp') heardEnergy = report.totalAudioEnergy ?? 0;
          }
        }
        const reports = [...(await connection.getStats()).values()];
        const pair = reports.find((report) => report.type === 'candidate-pair' && report.nominated);
        const local = reports.find((report) => report.id === pair?.localCandidateId);
        const result = {
          state: connection.connectionState,
          candidateTypes: [local?.candidateType],
          heardEnergy,
        };
        connection.close();
        socket.close();
        return result;
      },
      [fixture.app.baseUrl, fixture.token, transport],
    );
    await page.close();
    return relayed;
  }

  it.each(['udp', 'tcp'] as const)(
    'carries audio both ways through the relay only, over %s',
    async (transport) => {
      const relayed = await relayedCall(transport);
      expect(relayed).toMatchObject({ state: 'connected', candidateTypes: ['relay'] });
      expect(relayed.heardEnergy).toBeGreaterThan(0.001);
    },
  );

  it("serves more callers of one account than one credential's relay limit", async () => {
    const clients: TurnClient[] = [];
    try {
      for (let caller = 0; caller < 14; caller++) clients.push(await relayOf(coturn, await credentials()));
    } finally {
      await Promise.all(clients.map((client) => client.close()));
    }
    expect(clients).toHaveLength(14);
  });
});
