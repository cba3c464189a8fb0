import Type from 'typebox';
import type { Access } from '../access.ts';
import { commonDictionaries, type DictionaryName } from '../dictionaries.ts';
import { type UiEnum, uiEnums } from '../enums.ts';
import { AuditRow } from '../shapes/audit.ts';
import { IdParams, Option, RestQuery } from '../shapes/common.ts';

const probe = {
  access: 'public',
  logsOnlyFailures: true,
  answer: Type.Object({ Status: Type.Literal('ok') }),
} as const;

export const systemCalls = {
  'GET /health': {
    tag: 'System',
    title: 'Check health',
    purpose: 'Answers 200 only while the database answers. The same as /health/ready.',
    ...probe,
  },
  'GET /health/ready': {
    tag: 'System',
    title: 'Check readiness',
    purpose: 'Answers 200 while the database answers. Load balancers then send requests to this server.',
    ...probe,
  },
  'GET /health/live': {
    tag: 'System',
    title: 'Check liveness',
    purpose:
      'Answers 200 while the process runs, even without the database. Without an answer, a supervisor should restart the process.',
    ...probe,
  },
  'GET /api/v3/audit': {
    tag: 'Audit',
    title: 'List history entries',
    purpose:
      'Changes, in the dialect of ra-data-simple-rest. People who may read a record may read its changes (filter by one entity and entityId). Everybody may read their own changes (filter by actorId), managers all changes of the company.',
    access: 'account',
    narrowedTo: 'record',
    query: RestQuery,
    answer: Type.Array(AuditRow),
  },
} as const;

const tag = 'Info';
const optionsAnswer = Type.Array(Option);

/**
 * Maximum number of contract numbers in an answer. A company may have as many contract numbers as vouchers, so the call
 * returns only the first matches.
 */
export const contractsMax = 1000;
const ContractsQuery = Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) });

const caseAccess = { resource: 'accidents', verb: 'one' } as const;

const dictionaryCall = <const A extends Access = 'account'>(name: DictionaryName, access?: A) =>
  ({
    tag,
    title: `Read ${name}`,
    purpose: `Entries of the dictionary ${name}, with titles in the language of the caller.`,
    access: (access ?? 'account') as A,
    answer: optionsAnswer,
  }) as const;

/**
 * Query of a dictionary. `retired`: the answer includes entries that are no longer offered, because older records still
 * need their titles.
 */
const EntriesQuery = Type.Object({ retired: Type.Optional(Type.Boolean()) });
const ModelsQuery = Type.Object({
  brandId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Name of a brand. It may be given instead of `brandId`. */
  brand: Type.Optional(Type.String({ maxLength: 100 })),
});

type CommonName = (typeof commonDictionaries)[number];
type PlainName = 'roles' | 'countries' | 'companies' | 'vehicleBrands';
type PlainCall = ReturnType<typeof dictionaryCall<'account'>>;
/**
 * Paths of a dictionary's call. Each dictionary has a path under `/api/v2/Info` and a legacy path under `/api/info`.
 */
type DictionaryPaths<Name extends string> = `GET /api/v2/Info/${Name}` | `GET /api/info/${Name}`;

export type DictionaryCallName = DictionaryPaths<DictionaryName>;

type DictionaryCalls = { readonly [Name in DictionaryPaths<PlainName>]: PlainCall } & {
  readonly [Name in DictionaryPaths<CommonName>]: PlainCall & { readonly query: typeof EntriesQuery };
} & {
  readonly [Name in DictionaryPaths<'vehicleModels'>]: PlainCall & { readonly query: typeof ModelsQuery };
} & {
  readonly [Name in DictionaryPaths<'contracts'>]: ReturnType<typeof dictionaryCall<typeof caseAccess>> & {
    readonly narrowedTo: 'case';
    readonly query: typeof ContractsQuery;
  };
};

const plainDictionaries = ['roles', 'countries', 'companies', 'vehicleBrands'] as const;

const namedCalls: readonly (readonly [string, object])[] = [
  ...plainDictionaries.map(name => [name, dictionaryCall(name)] as const),
  ...commonDictionaries.map(name => [name, { ...dictionaryCall(name), query: EntriesQuery }] as const),
  ['vehicleModels', { ...dictionaryCall('vehicleModels'), query: ModelsQuery }],
  [
    'contracts',
    {
      ...dictionaryCall('contracts', caseAccess),
      purpose: `Contract numbers that contain \`search\`, ${contractsMax} at most. An OPERATOR must have leased a case of the voucher, otherwise 403.`,
      narrowedTo: 'case',
      query: ContractsQuery,
    },
  ],
];

export const dictionaryCalls = Object.fromEntries(
  namedCalls.flatMap(([name, call]) => [
    [`GET /api/v2/Info/${name}`, call],
    [`GET /api/info/${name}`, { ...call, title: `Read ${name} (legacy)` }],
  ]),
) as unknown as DictionaryCalls;

const voucherPhones = {
  tag,
  title: 'List phones of a voucher',
  purpose:
    'Phone numbers of the people of a voucher; `Id` is the number to dial. An OPERATOR must have leased a case of the voucher, otherwise 403.',
  access: caseAccess,
  narrowedTo: 'case',
  params: IdParams,
  answer: optionsAnswer,
} as const;

const enumCall = {
  tag,
  title: 'Labels of an enumeration',
  purpose: 'Values of an enumeration with their labels in the caller’s language.',
  access: 'account',
  answer: optionsAnswer,
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
