/**
 * Names of components on record pages that are not generated. Here are those of the engine. A product adds its own
 * (`declare module`).
 */
export interface RecordPartNames {
  bulkProgress: true;
}
export type RecordPartName = keyof RecordPartNames & string;
