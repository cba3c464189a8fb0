/** An error on its way out of a thread. Of an `Error` itself only message, name and stack would arrive. */
interface PackedError {
  readonly isPackedError: true;
  readonly message: string;
  readonly name: string;
  readonly stack: string | undefined;
  /** Such as `code`, which identifies an error of a database or a socket. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Converts an error so that its fields leave the thread too. */
export const packError = (thrown: unknown): unknown => {
  // A host with several addresses, none of which answers: the first error gives the reason.
  const error = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  if (!(error instanceof Error)) return error;
  const { message, name, stack } = error;
  const fields = Object.fromEntries(Object.entries(error).filter(([, value]) => isPlain(value)));
  return { isPackedError: true, message, name, stack, fields } satisfies PackedError;
};

/** Returns the error that a thread packed. Any other error stays unchanged. */
export const unpackError = (thrown: unknown): unknown => {
  if (!(thrown as Partial<PackedError> | null)?.isPackedError) return thrown;
  const { message, name, stack, fields } = thrown as PackedError;
  return Object.assign(new Error(message), fields, { name, stack });
};
