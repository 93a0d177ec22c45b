import { ValidateBy } from 'class-validator';
import { problemWithHeaders } from './extra-headers.js';

export const ValidHeaders = (): PropertyDecorator =>
  ValidateBy({
    name: 'validHeaders',
    validator: {
      validate: (value) => problemWithHeaders(value) === undefined,
      defaultMessage: (field) => `headers ${problemWithHeaders(field?.value) ?? 'must be valid'}`,
    },
  });
