import { api } from '../../api/client.ts';

/** Claims the next free accident for the reader; its address, or undefined where there is none. */
export const claimNext = async (): Promise<string | undefined> => {
  const { Next } = await api('POST /api/v2/Accident/next', {});
  return Next ? `/cabinet/accidents/opened/${Next.Id}/${encodeURIComponent(Next.ObjectId)}` : undefined;
};
