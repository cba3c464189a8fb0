/**
 * Returns the key or constraint that a statement violated.
 * A cluster only passes on the worker's message, which names the shard's key: `duplicate key value violates unique
 * constraint "voucher_number_102041"`.
 */
export const constraintOf = (error: unknown): string | undefined => {
  const { constraint, message } = error as { constraint?: string; message?: string };
  return constraint ?? /constraint "(\w+?)(?:_\d+)?"$/.exec(message ?? '')?.[1];
};
