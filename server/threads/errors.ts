/** Form in which an error leaves a worker thread. In an `Error`, Node would transfer only message, name and stack. */
interface PackedError {
  readonly isPackedError: true;
  readonly message: string;
  readonly name: string;
  readonly stack: string | undefined;
  /** Other fields of the error, for example `code`, which identifies an error of a database or a socket. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const isPrimitive = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Converts an error of a worker thread so that its additional fields reach the main thread too. */
export const packError = (thrown: unknown): unknown => {
  // An AggregateError means that no address of a host answered. Its first error gives the reason.
  const error = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  if (!(error instanceof Error)) return error;
  const { message, name, stack } = error;
  const fields = Object.fromEntries(Object.entries(error).filter(([, value]) => isPrimitive(value)));
  return { isPackedError: true, message, name, stack, fields } satisfies PackedError;
};

/** Returns the error that a worker thread packed with `packError`. Any other error is returned unchanged. */
export const unpackError = (thrown: unknown): unknown => {
  if (!(thrown as Partial<PackedError> | null)?.isPackedError) return thrown;
  const { message, name, stack, fields } = thrown as PackedError;
  return Object.assign(new Error(message), fields, { name, stack });
};
