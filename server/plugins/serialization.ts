import buildSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';
import { cacheCompiler, makeLazy } from '../engine/validation.ts';

/** Fastify's own serialiser, for schemas without references. */
export const compileAnswer = buildSerializers()({}, {});

const compiledSerializer = cacheCompiler(schema => compileAnswer({ schema } as Parameters<typeof compileAnswer>[0]));

/** Returns the serialiser of an answer for its schema. The schema is compiled when the first answer is sent. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = ({ schema }) => {
  const serialize = makeLazy(() => compiledSerializer(schema as object));
  return data => serialize()(data);
};

export const insertJson = (answer: string, property: string, json: Uint8Array): Buffer => {
  const propertyText = `"${property}":`;
  // No text value in the answer contains the searched `"property":[]`, because quotes within a text are escaped.
  const listStart = answer.lastIndexOf(`${propertyText}[]`) + propertyText.length;
  return Buffer.concat([
    Buffer.from(answer.slice(0, listStart)),
    json,
    Buffer.from(answer.slice(listStart + '[]'.length)),
  ]);
};
