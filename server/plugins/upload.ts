import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from '../context.ts';
import { DomainError, invalid } from '../errors.ts';
import { sizeText } from './errors.ts';
import { localeOf } from './locale.ts';

/** The single file of a multipart request, in memory. Throws for a cut connection or a file of more than `maxBytes`. */
export const readUpload = async (request: FastifyRequest, maxBytes: number): Promise<UploadedFile> => {
  if (!request.isMultipart())
    throw new DomainError('WRONG_MEDIA_TYPE', { values: { type: request.headers['content-type'] ?? '' } });
  let part: MultipartFile | undefined;
  try {
    part = await request.file({ limits: { fileSize: maxBytes } });
    if (!part) throw invalid({ field: 'file', message: 'required' });
    return { name: part.filename || 'file', bytes: await part.toBuffer() };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw new DomainError('TOO_LARGE', { values: { max: sizeText(maxBytes, localeOf(request)) } });
    throw new DomainError('UPLOAD_CUT');
  }
};
