"""A caller on aiortc, WebRTC written in Python: PCM in and out, as lines of JSON on stdin and stdout.

Its arguments are the sections to offer beside audio ("video", "data"). It reads {"do": "offer" | "answer" | "speak" | "close", ...}
and writes {"event": "offer" | "state" | "pcm", ...}; test/media/support/client-program.ts is the other side.
"""

import asyncio
import base64
import fractions
import json
import sys

import numpy
from aioice import ice
from aiortc import MediaStreamTrack, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError, VideoStreamTrack
from av import AudioFrame
from av.audio.resampler import AudioResampler

SAMPLE_RATE_HZ = 48_000
FRAME_SAMPLES = SAMPLE_RATE_HZ // 50

# The tests run on loopback, which the library leaves out of its candidates.
ice.get_host_addresses = lambda use_ipv4, use_ipv6: ["127.0.0.1"]


def emit(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


class Microphone(MediaStreamTrack):
    """Always runs, silent while there is nothing to say, as a real one does."""

    kind = "audio"

    def __init__(self):
        super().__init__()
        self.waiting = numpy.zeros(0, dtype=numpy.int16)
        self.started_at = None
        self.frames = 0

    def speak(self, samples):
        self.waiting = numpy.concatenate((self.waiting, samples))

    async def recv(self):
        loop = asyncio.get_event_loop()
        if self.started_at is None:
            self.started_at = loop.time()
        await asyncio.sleep(max(0, self.started_at + self.frames / 50 - loop.time()))
        samples, self.waiting = self.waiting[:FRAME_SAMPLES], self.waiting[FRAME_SAMPLES:]
        samples = numpy.pad(samples, (0, FRAME_SAMPLES - len(samples)))
        frame = AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate = SAMPLE_RATE_HZ
        frame.pts = self.frames * FRAME_SAMPLES
        frame.time_base = fractions.Fraction(1, SAMPLE_RATE_HZ)
        self.frames += 1
        return frame


async def listen(track):
    """Gives all that is heard as mono PCM."""
    to_mono = AudioResampler(format="s16", layout="mono", rate=SAMPLE_RATE_HZ)
    try:
        while True:
            for frame in to_mono.resample(await track.recv()):
                samples = frame.to_ndarray().astype("<i2").tobytes()
                emit("pcm", samples=base64.b64encode(samples).decode())
    except MediaStreamError:
        pass


class Caller:
    def __init__(self, sections):
        self.connection = RTCPeerConnection()
        self.microphone = Microphone()
        self.listening = []
        self.connection.on("track", self.on_track)
        self.connection.on("connectionstatechange", self.on_state)
        self.connection.addTrack(self.microphone)
        if "video" in sections:
            self.connection.addTrack(VideoStreamTrack())
        if "data" in sections:
            self.connection.createDataChannel("data")

    def on_track(self, track):
        if track.kind == "audio":
            self.listening.append(asyncio.ensure_future(listen(track)))

    async def on_state(self):
        emit("state", state=self.connection.connectionState)

    async def obey(self, command):
        todo = command["do"]
        if todo == "offer":
            await self.connection.setLocalDescription(await self.connection.createOffer())
            emit("offer", sdp=self.connection.localDescription.sdp)
        elif todo == "answer":
            await self.connection.setRemoteDescription(RTCSessionDescription(command["sdp"], "answer"))
        elif todo == "speak":
            self.microphone.speak(numpy.frombuffer(base64.b64decode(command["samples"]), dtype="<i2"))

    async def close(self):
        await self.connection.close()


async def main():
    caller = Caller(sys.argv[1:])
    loop = asyncio.get_event_loop()
    reader = asyncio.StreamReader(limit=16 * 1024 * 1024)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async for line in reader:
        command = json.loads(line)
        if command["do"] == "close":
            break
        await caller.obey(command)
    await caller.close()


# With --check it only tells, by its exit code, whether all that it imports is here.
if sys.argv[1:] != ["--check"]:
    asyncio.run(main())
