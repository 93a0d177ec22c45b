import { type Static, Type } from '@sinclair/typebox';
import { responseShape, shape } from '../../http/openapi/index.js';

export const SavedFilterSchema = shape('SavedFilter', {
  id: Type.String(),
  name: Type.String(),
  filter: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Query parameters of the list of conversations.',
  }),
});

export const SavedFilterListSchema = responseShape({ savedFilters: Type.Array(SavedFilterSchema) });

export type SavedFilterView = Static<typeof SavedFilterSchema>;

export const SAVED_FILTER_EXAMPLE: SavedFilterView = {
  id: 'sfl_2mQ8fK5xN1bV7cR4tY9uHe',
  name: 'Failed this week',
  filter: { outcome: 'failed', days: 7 },
};
