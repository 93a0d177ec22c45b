"""A caller on GStreamer's webrtcbin: PCM in and out, as lines of JSON on stdin and stdout.

Its arguments are the sections to offer beside audio ("video", "data"). It reads {"do": "offer" | "answer" | "speak" | "close", ...}
and writes {"event": "offer" | "candidate" | "state" | "pcm", ...}; test/media/support/client-program.ts is the other side.
"""

import base64
import json
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstSdp", "1.0")
gi.require_version("GstWebRTC", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC  # noqa: E402

SAMPLE_RATE_HZ = 48_000
FRAME_BYTES = 2 * SAMPLE_RATE_HZ // 50
FRAME_NS = 20_000_000
PCM = f"audio/x-raw,format=S16LE,layout=interleaved,channels=1,rate={SAMPLE_RATE_HZ}"
OPUS = "application/x-rtp,media=audio,encoding-name=OPUS,payload=97"
VP8 = "application/x-rtp,media=video,encoding-name=VP8,payload=96"

# What is said before the connection stands is lost, not late: hence the leaky queue.
MICROPHONE = f"""
    appsrc name=microphone is-live=true format=time caps={PCM}
    ! queue leaky=downstream max-size-time=200000000 ! opusenc inband-fec=true ! rtpopuspay pt=97 ! {OPUS} ! peer.
"""
CAMERA = f"videotestsrc is-live=true ! vp8enc deadline=1 ! rtpvp8pay pt=96 ! {VP8} ! peer."


def emit(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


class Caller:
    def __init__(self, sections, loop):
        self.loop = loop
        self.waiting = bytearray()
        self.fed_until = None
        self.is_ready = False
        self.is_asked = False
        self.trickles = False
        description = f"webrtcbin name=peer bundle-policy=max-bundle {MICROPHONE}"
        self.pipeline = Gst.parse_launch(description + (CAMERA if "video" in sections else ""))
        self.peer = self.pipeline.get_by_name("peer")
        self.microphone = self.pipeline.get_by_name("microphone")
        self.peer.connect("pad-added", self.on_stream)
        self.peer.connect("notify::connection-state", self.on_state)
        self.peer.connect("notify::ice-gathering-state", self.on_gathering)
        self.peer.connect("on-ice-candidate", self.on_candidate)
        self.peer.connect("on-negotiation-needed", self.on_negotiation_needed)
        self.pipeline.set_state(Gst.State.PLAYING)
        if "data" in sections:
            self.peer.emit("create-data-channel", "data", None)
        GLib.timeout_add(10, self.feed)

    def feed(self):
        """The microphone: as many pieces of 20 ms as are due, silent while there is nothing to say."""
        clock = self.pipeline.get_clock()
        if clock is None:
            return True
        elapsed = clock.get_time() - self.pipeline.get_base_time()
        if self.fed_until is None:
            self.fed_until = elapsed
        while self.fed_until < elapsed:
            frame = bytes(self.waiting[:FRAME_BYTES]).ljust(FRAME_BYTES, b"\0")
            del self.waiting[:FRAME_BYTES]
            buffer = Gst.Buffer.new_wrapped(frame)
            buffer.pts = self.fed_until
            buffer.duration = FRAME_NS
            self.microphone.emit("push-buffer", buffer)
            self.fed_until += FRAME_NS
        return True

    def on_stream(self, _peer, pad):
        if pad.get_direction() != Gst.PadDirection.SRC:
            return
        listener = Gst.parse_bin_from_description(
            "rtpopusdepay ! opusdec plc=true ! audioconvert ! audioresample "
            f"! {PCM} ! appsink name=ear emit-signals=true sync=false",
            True,
        )
        listener.get_by_name("ear").connect("new-sample", self.on_sample)
        self.pipeline.add(listener)
        listener.sync_state_with_parent()
        pad.link(listener.sinkpads[0])

    def on_sample(self, ear):
        buffer = ear.emit("pull-sample").get_buffer()
        samples = buffer.extract_dup(0, buffer.get_size())
        emit("pcm", samples=base64.b64encode(samples).decode())
        return Gst.FlowReturn.OK

    def on_state(self, peer, _property):
        emit("state", state=peer.get_property("connection-state").value_nick)

    def on_candidate(self, _peer, _section, candidate):
        emit("candidate", candidate=candidate)

    def on_negotiation_needed(self, _peer):
        """Only now does the element know what its microphone sends."""
        GLib.idle_add(self.offer, True, self.is_asked)

    def offer(self, is_ready, is_asked):
        self.is_ready, self.is_asked = is_ready, is_asked
        if is_ready and is_asked:
            self.is_asked = False
            self.peer.emit("create-offer", None, Gst.Promise.new_with_change_func(self.on_offer_made))

    def on_gathering(self, peer, _property):
        if self.has_gathered() and not self.trickles:
            emit("offer", sdp=peer.get_property("local-description").sdp.as_text())

    def has_gathered(self):
        state = self.peer.get_property("ice-gathering-state")
        return state == GstWebRTC.WebRTCICEGatheringState.COMPLETE

    def on_offer_made(self, promise):
        promise.wait()
        # The offer lives in the reply, which must not be let go before it is used.
        reply = promise.get_reply()
        offer = reply["offer"]
        if self.trickles or self.has_gathered():
            emit("offer", sdp=offer.sdp.as_text())
        self.peer.emit("set-local-description", offer, Gst.Promise.new())

    def obey(self, command):
        todo = command["do"]
        if todo == "offer":
            self.trickles = command.get("trickle", False)
            self.offer(self.is_ready or command.get("early", False), True)
        elif todo == "answer":
            _, message = GstSdp.SDPMessage.new_from_text(command["sdp"])
            answer = GstWebRTC.WebRTCSessionDescription.new(GstWebRTC.WebRTCSDPType.ANSWER, message)
            self.peer.emit("set-remote-description", answer, Gst.Promise.new())
        elif todo == "speak":
            self.waiting += base64.b64decode(command["samples"])
        elif todo == "close":
            self.pipeline.set_state(Gst.State.NULL)
            self.loop.quit()


def read_commands(caller):
    for line in sys.stdin:
        GLib.idle_add(caller.obey, json.loads(line))
    GLib.idle_add(caller.obey, {"do": "close"})


Gst.init(None)
# With --check it only tells, by its exit code, whether all that it uses is here.
if sys.argv[1:] == ["--check"]:
    elements = ("webrtcbin", "nicesrc", "dtlssrtpenc", "srtpenc", "rtpbin", "opusenc", "opusdec", "rtpopuspay", "vp8enc", "appsrc")
    sys.exit(0 if all(map(Gst.ElementFactory.find, elements)) else 1)
loop = GLib.MainLoop()
threading.Thread(target=read_commands, args=(Caller(sys.argv[1:], loop),), daemon=True).start()
loop.run()
