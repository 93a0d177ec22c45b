interface Answer {
  readonly status: number;
}

// Types are gone once it is compiled, so that its lines are others than these.
it('says what it found', () => {
  const answer: Answer = { status: 200 };
  expect(answer.status).toBe(404);
});

it('passes beside it', () => expect(1 + 1).toBe(2));
