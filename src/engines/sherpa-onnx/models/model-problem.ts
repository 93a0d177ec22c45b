/**
 * A model can't be used as it is configured. The message is for the operator: it names the file and says what to do.
 */
export class ModelProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelProblem';
  }
}
