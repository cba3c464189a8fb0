/**
 * Components of record pages besides the generated parts: those of the engine. A product adds its own (`declare
 * module`).
 */
export interface RecordPartNames {
  bulkProgress: true;
}
export type RecordPartName = keyof RecordPartNames & string;
