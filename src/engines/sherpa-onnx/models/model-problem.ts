/** A configured model can't be used. The message is for the operator: it names the file and the remedy. */
export class ModelProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelProblem';
  }
}
