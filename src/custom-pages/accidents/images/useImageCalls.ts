import { useMutation } from '@tanstack/react-query';
import type { Image, ImageChange } from '../../../contract/shapes/accident.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { useAfterWrite } from '../queries.ts';

/** Changes and deletes pictures. */
export const useImageCalls = (accidentId: number) => {
  const provider = useProvider();
  const written = useAfterWrite(accidentId);
  const fate = { onSuccess: () => written.nested('images'), onError: useReportWriteFailure() };
  const meta = { of: accidentId };
  const change = useMutation({
    mutationFn: ({ id, ...data }: ImageChange & { readonly id: number }) =>
      provider.update<Image & { id: number }>('accidents.images', { id, data, previousData: { id } as never, meta }),
    ...fate,
  });
  const remove = useMutation({
    mutationFn: (id: number) => provider.delete('accidents.images', { id, meta }),
    ...fate,
  });
  return { change, remove };
};
