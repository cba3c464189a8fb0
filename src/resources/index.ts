import { accidents } from './accidents.ts';
import type { Resource } from './define.ts';
import { operators } from './operators.ts';
import { vouchers } from './vouchers.ts';

/** Every resource there is, in the order of the menu. */
export const resources = { vouchers, accidents, operators } as const satisfies { readonly [name: string]: Resource };

export type ResourceName = keyof typeof resources;
export type FieldOf<Name extends ResourceName> = keyof (typeof resources)[Name]['fields'] & string;
