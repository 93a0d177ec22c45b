// A caller on Pion, WebRTC written in Go: RTP packets in and out, as lines of JSON on stdin and stdout.
//
// Its arguments are the sections to offer beside audio ("video", "data"). It reads {"do": "offer" | "answer" | "packet" | "close", ...}
// and writes {"event": "offer" | "candidate" | "state" | "packet", ...}; test/media/support/client-program.ts is the other side.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/pion/webrtc/v3"
)

const maxLineBytes = 16 * 1024 * 1024

type command struct {
	Do      string `json:"do"`
	Sdp     string `json:"sdp"`
	Restart bool   `json:"restart"`
	Trickle bool   `json:"trickle"`
	Packet  []byte `json:"packet"`
}

type event struct {
	Event     string `json:"event"`
	Sdp       string `json:"sdp,omitempty"`
	State     string `json:"state,omitempty"`
	Candidate string `json:"candidate,omitempty"`
	Packet    []byte `json:"packet,omitempty"`
}

type caller struct {
	connection *webrtc.PeerConnection
	microphone *webrtc.TrackLocalStaticRTP
	writing    sync.Mutex
}

func (c *caller) emit(what event) {
	line, err := json.Marshal(what)
	check(err)
	c.writing.Lock()
	defer c.writing.Unlock()
	fmt.Println(string(line))
}

func (c *caller) offer(restart bool, trickle bool) {
	offer, err := c.connection.CreateOffer(&webrtc.OfferOptions{ICERestart: restart})
	check(err)
	gathered := webrtc.GatheringCompletePromise(c.connection)
	check(c.connection.SetLocalDescription(offer))
	if trickle {
		c.emit(event{Event: "offer", Sdp: offer.SDP})
		return
	}
	<-gathered
	c.emit(event{Event: "offer", Sdp: c.connection.LocalDescription().SDP})
}

func (c *caller) obey(todo command) {
	switch todo.Do {
	case "offer":
		c.offer(todo.Restart, todo.Trickle)
	case "answer":
		check(c.connection.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: todo.Sdp}))
	case "packet":
		_, err := c.microphone.Write(todo.Packet)
		check(err)
	}
}

// Gives all packets of the track as they come.
func (c *caller) listen(track *webrtc.TrackRemote) {
	for {
		packet, _, err := track.ReadRTP()
		if err != nil {
			return
		}
		bytes, err := packet.Marshal()
		check(err)
		c.emit(event{Event: "packet", Packet: bytes})
	}
}

func newCaller(sections []string) *caller {
	// The tests run on loopback, which the library leaves out of its candidates.
	settings := webrtc.SettingEngine{}
	settings.SetIncludeLoopbackCandidate(true)
	settings.SetInterfaceFilter(func(name string) bool { return name == "lo" })
	media := &webrtc.MediaEngine{}
	check(media.RegisterDefaultCodecs())
	api := webrtc.NewAPI(webrtc.WithSettingEngine(settings), webrtc.WithMediaEngine(media))
	connection, err := api.NewPeerConnection(webrtc.Configuration{})
	check(err)

	opus := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48000, Channels: 2}
	microphone, err := webrtc.NewTrackLocalStaticRTP(opus, "audio", "pion")
	check(err)
	c := &caller{connection: connection, microphone: microphone}
	connection.OnTrack(func(track *webrtc.TrackRemote, _ *webrtc.RTPReceiver) { c.listen(track) })
	connection.OnConnectionStateChange(func(state webrtc.PeerConnectionState) {
		c.emit(event{Event: "state", State: state.String()})
	})
	connection.OnICECandidate(func(candidate *webrtc.ICECandidate) {
		if candidate != nil {
			c.emit(event{Event: "candidate", Candidate: candidate.ToJSON().Candidate})
		}
	})
	_, err = connection.AddTrack(microphone)
	check(err)
	for _, section := range sections {
		switch section {
		case "video":
			_, err = connection.AddTransceiverFromKind(webrtc.RTPCodecTypeVideo)
		case "data":
			_, err = connection.CreateDataChannel("data", nil)
		}
		check(err)
	}
	return c
}

func main() {
	c := newCaller(os.Args[1:])
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, maxLineBytes)
	for lines.Scan() {
		var todo command
		check(json.Unmarshal(lines.Bytes(), &todo))
		if todo.Do == "close" {
			break
		}
		c.obey(todo)
	}
	check(c.connection.Close())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
