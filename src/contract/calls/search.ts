import Type from 'typebox';
import { searchMaxLength } from '../limits.ts';
import { SearchAnswer } from '../shapes/search.ts';

export const searchCalls = {
  'GET /api/v3/search': {
    tag: 'Search',
    title: 'Search everything',
    purpose:
      'Find records in either alphabet, the wrong keyboard layout, by the end of a number, or by words in any order. An operator finds accidents. A manager finds vouchers, accidents, clients, operators and devices of the company.',
    access: 'account',
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: searchMaxLength }),
      /** Maximum number of hits per group. */
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })),
    }),
    answer: SearchAnswer,
  },
} as const;
