/**
 * Key or constraint that a statement broke. A cluster hands on only the words of the machine it happened on, and they name
 * the key of a part of the table: `duplicate key value violates unique constraint "voucher_number_102041"`.
 */
export const constraintOf = (error: unknown): string | undefined => {
  const { constraint, message } = error as { constraint?: string; message?: string };
  return constraint ?? /constraint "(\w+?)(?:_\d+)?"$/.exec(message ?? '')?.[1];
};
