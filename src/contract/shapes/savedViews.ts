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

/** State of a list: filters, search, order, columns, and table or cards. An absent property has the list's default. */
export const ListState = Type.Object(
  {
    /** Query parameters that filter the list. */
    Filters: Type.Optional(
      Type.Record(Name, Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]), {
        maxProperties: 50,
      }),
    ),
    Search: Type.Optional(Type.String({ maxLength: searchMaxLength })),
    /** Order of the list: a field and a direction, for example `CrashDateTime-desc`. */
    Sort: Type.Optional(Type.String({ maxLength: 100 })),
    /** Names of the shown fields, in the order of the columns. */
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

const viewProperties = {
  /** Name of a resource with a description, for example `vouchers`. */
  Resource: Name,
  /**
   * One of the lists of a resource that divides its records into several lists. Example: the bucket `opened` of
   * accidents.
   */
  Split: Type.Optional(Name),
  Name: Type.String({ minLength: 1, maxLength: viewNameMaxLength }),
  Shared: Type.Enum([...viewAudiences]),
  State: ListState,
};

/**
 * Creates a saved view if `Id` is absent, otherwise changes the view with this id. `Role` is the role that the view is
 * shared with. If `Role` is absent, the view is shared with the author's first role.
 */
export const SavedViewChange = Type.Object(
  { Id: Type.Optional(Id), ...viewProperties, Role: Type.Optional(Type.Enum([...roles])) },
  { additionalProperties: false },
);
export type SavedViewChange = Static<typeof SavedViewChange>;

export const SavedView = Type.Object({
  Id,
  ...viewProperties,
  Role: nullable(Type.Enum([...roles])),
  OwnerName: Type.String(),
  /** True if the caller is the author of the view. */
  Mine: Type.Boolean(),
  /** True if the caller may change and delete the view. */
  Changeable: Type.Boolean(),
  ChangedAt: Moment,
});
export type SavedView = Static<typeof SavedView>;
