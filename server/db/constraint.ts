/** Key or constraint that a statement broke. A cluster names that of the part of the table: `voucher_number_102041`. */
export const constraintOf = (error: unknown): string | undefined =>
  (error as { constraint?: string }).constraint?.replace(/_\d+$/, '');
