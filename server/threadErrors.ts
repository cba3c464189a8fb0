/** An error on its way out of a thread: of an `Error` itself only message, name and stack arrive. */
interface PackedError {
  readonly isPackedError: true;
  readonly message: string;
  readonly name: string;
  readonly stack: string | undefined;
  /** Such as `code`, by which the fault of a database or a socket is known. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns what a thread throws in place of an error, so that its fields arrive too. */
export const packError = (thrown: unknown): unknown => {
  // A host with several addresses, none of which answers: the first one says why.
  const error = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  if (!(error instanceof Error)) return error;
  const { message, name, stack } = error;
  const fields = Object.fromEntries(Object.entries(error).filter(([, value]) => isPlain(value)));
  return { isPackedError: true, message, name, stack, fields } satisfies PackedError;
};

/** Returns the error that a thread packed; any other error unchanged. */
export const unpackError = (thrown: unknown): unknown => {
  if (!(thrown as Partial<PackedError> | null)?.isPackedError) return thrown;
  const { message, name, stack, fields } = thrown as PackedError;
  return Object.assign(new Error(message), fields, { name, stack });
};
