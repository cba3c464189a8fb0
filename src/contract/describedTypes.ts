/**
 * Types of the resources that have a description, by name: `{ row; record; change }`. Each file of src/resources adds
 * its own types here (`declare module`), because the contract must not import descriptions. Records of other resources
 * have unknown fields.
 */
// biome-ignore lint/suspicious/noEmptyInterface: extended by declaration merging
export interface DescribedTypes {}

/** Values of a record's fields, by field name. The type fits records of any resource. */
export type Values = Readonly<Record<string, unknown>>;
