/** A stream that holds no audio that can be played, by what it holds instead: "MP3", "a page of HTML". */
export class UnplayableAudio extends Error {
  constructor(readonly found: string) {
    super(`Audio can not be played: ${found}`);
    this.name = 'UnplayableAudio';
  }
}
