/** A stream without playable audio; names its actual content: "MP3", "a page of HTML". */
export class UnplayableAudio extends Error {
  constructor(readonly found: string) {
    super(`Audio can not be played: ${found}`);
    this.name = 'UnplayableAudio';
  }
}
