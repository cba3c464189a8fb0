import Type from 'typebox';
import type { Access } from '../access.ts';
import { commonDictionaries, type DictionaryName } from '../dictionaries.ts';
import { type UiEnum, uiEnums } from '../enums.ts';
import { IdParams, Option } from '../shapes/common.ts';

const tag = 'Info';
const answer = Type.Array(Option);

/**
 * Maximum number of contract numbers in an answer. A company may have as many contract numbers as vouchers, so the call
 * returns only the first matches.
 */
export const contractsMax = 1000;
const ContractsQuery = Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) });

const ofCase = { resource: 'accidents', verb: 'one' } as const;

const dictionary = <const A extends Access = 'account'>(name: DictionaryName, access?: A) =>
  ({
    tag,
    title: `Read ${name}`,
    purpose: `Entries of the dictionary ${name}, with titles in the language of the caller.`,
    access: (access ?? 'account') as A,
    answer,
  }) as const;

/** `retired`: the answer includes entries that are no longer offered, because older records still need their titles. */
const EntriesQuery = Type.Object({ retired: Type.Optional(Type.Boolean()) });
const ModelsQuery = Type.Object({
  brandId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Name of a brand. It may be given instead of `brandId`. */
  brand: Type.Optional(Type.String({ maxLength: 100 })),
});

type CommonName = (typeof commonDictionaries)[number];
type PlainName = 'roles' | 'countries' | 'companies' | 'vehicleBrands';
type Plain = ReturnType<typeof dictionary<'account'>>;
/** Each dictionary has two paths with the same call. The second path is the legacy path. */
type Paths<Name extends string> = `GET /api/v2/Info/${Name}` | `GET /api/info/${Name}`;

export type DictionaryCallName = Paths<DictionaryName>;

type DictionaryCalls = { readonly [Name in Paths<PlainName>]: Plain } & {
  readonly [Name in Paths<CommonName>]: Plain & { readonly query: typeof EntriesQuery };
} & {
  readonly [Name in Paths<'vehicleModels'>]: Plain & { readonly query: typeof ModelsQuery };
} & {
  readonly [Name in Paths<'contracts'>]: ReturnType<typeof dictionary<typeof ofCase>> & {
    readonly narrowedTo: 'case';
    readonly query: typeof ContractsQuery;
  };
};

const plain = ['roles', 'countries', 'companies', 'vehicleBrands'] as const;

const byName: readonly (readonly [string, object])[] = [
  ...plain.map(name => [name, dictionary(name)] as const),
  ...commonDictionaries.map(name => [name, { ...dictionary(name), query: EntriesQuery }] as const),
  ['vehicleModels', { ...dictionary('vehicleModels'), query: ModelsQuery }],
  [
    'contracts',
    {
      ...dictionary('contracts', ofCase),
      purpose: `Contract numbers that contain \`search\`, ${contractsMax} at most. An OPERATOR must have leased a case of the voucher, otherwise 403.`,
      narrowedTo: 'case',
      query: ContractsQuery,
    },
  ],
];

export const dictionaryCalls = Object.fromEntries(
  byName.flatMap(([name, call]) => [
    [`GET /api/v2/Info/${name}`, call],
    [`GET /api/info/${name}`, { ...call, title: `Read ${name} (legacy)` }],
  ]),
) as unknown as DictionaryCalls;

const voucherPhones = {
  tag,
  title: 'List phones of a voucher',
  purpose:
    'Phone numbers of the people of a voucher; `Id` is the number to dial. An OPERATOR must have leased a case of the voucher, otherwise 403.',
  access: ofCase,
  narrowedTo: 'case',
  params: IdParams,
  answer,
} as const;

const enumCall = {
  tag,
  title: 'Labels of an enumeration',
  purpose: 'Values of an enumeration with their labels in the caller’s language.',
  access: 'account',
  answer,
} as const;

export type EnumCallName = `GET /api/getUiEnum/${UiEnum}`;
const enumCalls = Object.fromEntries(
  Object.keys(uiEnums).map(name => [`GET /api/getUiEnum/${name}`, { ...enumCall, title: `Read labels of ${name}` }]),
) as unknown as { readonly [Name in EnumCallName]: typeof enumCall };

export const infoCalls = {
  ...dictionaryCalls,
  ...enumCalls,
  'GET /api/v2/Info/voucherPhones/{id}': voucherPhones,
  'GET /api/info/voucherPhones/{id}': { ...voucherPhones, title: 'List phones of a voucher (legacy)' },
} as const;
