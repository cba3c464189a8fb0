import Type from 'typebox';
import { roles } from '../access.ts';
import { searchMaxLength, viewNameMaxLength } from '../limits.ts';
import {
  columnWidthMaxCh,
  columnWidthMinCh,
  listDensities,
  listDisplays,
  pageSizes,
  viewAudiences,
} from '../states.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

const Name = Type.String({ maxLength: 60 });

/** How a list is looked at; what is absent is as the list has it by itself. */
export const ListState = Type.Object(
  {
    /** Parameters of the list's call that filter it. */
    Filters: Type.Optional(
      Type.Record(Name, Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]), {
        maxProperties: 50,
      }),
    ),
    Search: Type.Optional(Type.String({ maxLength: searchMaxLength })),
    /** `CrashDateTime-desc` */
    Sort: Type.Optional(Type.String({ maxLength: 100 })),
    /** Fields, in the order of the columns. */
    Columns: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 100, uniqueItems: true })),
    /** Widths of columns by field, in characters. */
    Widths: Type.Optional(
      Type.Record(Name, Type.Number({ minimum: columnWidthMinCh, maximum: columnWidthMaxCh }), { maxProperties: 100 }),
    ),
    Display: Type.Optional(Type.Enum([...listDisplays])),
    Density: Type.Optional(Type.Enum([...listDensities])),
    PageSize: Type.Optional(Type.Enum([...pageSizes])),
  },
  { additionalProperties: false },
);
export type ListState = Static<typeof ListState>;

const described = {
  /** Name of a described resource: `vouchers`. */
  Resource: Name,
  /** Which of its lists, where the resource is split: `opened`. */
  Split: Type.Optional(Name),
  Name: Type.String({ minLength: 1, maxLength: viewNameMaxLength }),
  Shared: Type.Enum([...viewAudiences]),
  State: ListState,
};

/** Without an `Id` a new one is made. `Role`: whom a view shared with a role is for; absent, those of the author's first role. */
export const SavedViewChange = Type.Object(
  { Id: Type.Optional(Id), ...described, Role: Type.Optional(Type.Enum([...roles])) },
  { additionalProperties: false },
);
export type SavedViewChange = Static<typeof SavedViewChange>;

export const SavedView = Type.Object({
  Id,
  ...described,
  Role: nullable(Type.Enum([...roles])),
  OwnerName: Type.String(),
  /** Whether the caller made it. */
  Mine: Type.Boolean(),
  /** Whether the caller may change and delete it. */
  Changeable: Type.Boolean(),
  ChangedAt: Moment,
});
export type SavedView = Static<typeof SavedView>;
