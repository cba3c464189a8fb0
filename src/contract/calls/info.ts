import Type from 'typebox';
import { commonDictionaries, type DictionaryName } from '../dictionaries.ts';
import { IdParams, Option } from '../shapes/common.ts';

const tag = 'Info';
const answer = Type.Array(Option);

const dictionary = (name: DictionaryName) =>
  ({
    tag,
    title: `Dictionary ${name}`,
    purpose: `Dictionary ${name}, titles in the caller's language.`,
    access: 'account',
    answer,
  }) as const;

export type DictionaryCallName = `GET /api/v2/Info/${DictionaryName}`;

type DictionaryCalls = {
  readonly [Name in Exclude<DictionaryName, 'vehicleModels'> as `GET /api/v2/Info/${Name}`]: ReturnType<
    typeof dictionary
  >;
} & {
  readonly 'GET /api/v2/Info/vehicleModels': ReturnType<typeof dictionary> & { readonly query: typeof ModelsQuery };
};
const ModelsQuery = Type.Object({
  brandId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Name of the brand, instead of its id. */
  brand: Type.Optional(Type.String({ maxLength: 100 })),
});

const plain = [...commonDictionaries, 'roles', 'contracts', 'countries', 'companies', 'vehicleBrands'] as const;

export const dictionaryCalls = {
  ...Object.fromEntries(plain.map(name => [`GET /api/v2/Info/${name}`, dictionary(name)])),
  'GET /api/v2/Info/contracts': {
    ...dictionary('contracts'),
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
  },
  'GET /api/v2/Info/vehicleModels': { ...dictionary('vehicleModels'), query: ModelsQuery },
} as unknown as DictionaryCalls;

export const infoCalls = {
  ...dictionaryCalls,
  'GET /api/v2/Info/voucherPhones/{id}': {
    tag,
    title: 'Phones of a voucher',
    purpose:
      'Phones to reach the people of a voucher; `Id` is the number to dial. An OPERATOR: of the case in hand, else 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    params: IdParams,
    answer,
  },
} as const;
