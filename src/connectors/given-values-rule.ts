import { ValidateBy } from 'class-validator';
import { givenValuesProblem } from '../agent-document/index.js';

/** Values of `{{call.NAME}}` in a body. */
export const GivenValuesRule = () =>
  ValidateBy({
    name: 'givenValues',
    validator: {
      validate: (values) => givenValuesProblem(values) === undefined,
      defaultMessage: (about) => {
        const problem = givenValuesProblem(about?.value) ?? '';
        return `${about?.property}${problem.startsWith('.') ? '' : ' '}${problem}`;
      },
    },
  });
