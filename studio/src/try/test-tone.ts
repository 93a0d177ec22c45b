/** A quiet tone in place of a microphone, so that a connection test needs no permission. */
export function openTestTone(): { readonly stream: MediaStream; close(): void } {
  const context = new AudioContext();
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  const destination = context.createMediaStreamDestination();
  oscillator.frequency.value = 440;
  volume.gain.value = 0.02;
  oscillator.connect(volume).connect(destination);
  oscillator.start();
  return {
    stream: destination.stream,
    close: () => {
      oscillator.stop();
      void context.close();
    },
  };
}
