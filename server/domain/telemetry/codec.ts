import { deflateSync, inflateSync } from 'node:zlib';
import type { CurveSamples } from './curves.ts';
import { createTrack, type Track } from './positions.ts';

/** A corrupt stored block. The message gives the position. */
export class BlockError extends Error {
  override name = 'BlockError';
}

/**
 * Largest magnitude that can be stored. Zig-zag coding doubles a value, and a double cannot hold every larger integer.
 */
const largestMagnitude = 2 ** 51;

/** Growing buffer of variable-length integers, seven bits to a byte, lowest first. */
class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }

  unsigned(value: number): void {
    let rest = value;
    // Bit operations are 32-bit: larger values, mostly times, use division.
    while (rest >= 0x80000000) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Writes a zig-zag integer: small magnitudes of either sign stay small. */
  signed(value: number): void {
    if (!(Math.abs(value) <= largestMagnitude)) throw new BlockError(`${value} cannot be stored`);
    this.unsigned(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  double(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    for (const byte of bytes) this.byte(byte);
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Reads what `ByteWriter` wrote. Throws a `BlockError` for anything else. */
class ByteReader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new BlockError('the block ends too early');
    return value;
  }

  unsigned(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 8; i++) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    throw new BlockError('an integer of more than 53 bits');
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double(): number {
    const bytes = Uint8Array.from({ length: 8 }, () => this.byte());
    return new DataView(bytes.buffer).getFloat64(0, true);
  }
}

/**
 * Block format: a version byte, a kind byte, then deflated columns (zlib, whose checksum detects corruption). A column
 * holds zig-zag varints: differences for irregular values, second differences for regular ones.
 */
const version = 1;
const kinds = { track: 1, curve: 2 } as const;
/** Maximum number of samples, more than a year of fixes at 1 Hz. A larger count is corrupt. */
const mostSamples = 50_000_000;
const mostBytes = 512 * 1024 * 1024;

/** Resolution of stored fixes: 11 cm, 0.1 km/h, 1°, 0.1, 1 m, 1. The maximum error is half of the resolution. */
export const trackResolution = {
  degrees: 1e-6,
  speedKmh: 0.1,
  courseDeg: 1,
  hdop: 0.1,
  altitudeM: 1,
  satellites: 1,
} as const;
/** Resolution of stored acceleration, g: 0.1 mg for sensors of every range, up to 2000 g. */
export const curveResolutionG = 1e-4;

const optionalColumns = ['speedKmh', 'courseDeg', 'hdop', 'altitudeM', 'satellites'] as const;
const allMissing = 0;
const allPresent = 1;
const someMissing = 2;

const wrap = (kind: number, writer: ByteWriter): Uint8Array => {
  const body = deflateSync(writer.done());
  const block = new Uint8Array(body.length + 2);
  block[0] = version;
  block[1] = kind;
  block.set(body, 2);
  return block;
};

const unwrap = (kind: number, block: Uint8Array): ByteReader => {
  if (block[0] !== version) throw new BlockError(`version ${block[0]}, expected ${version}`);
  if (block[1] !== kind) throw new BlockError(`kind ${block[1]}, expected ${kind}`);
  try {
    return new ByteReader(inflateSync(block.subarray(2), { maxOutputLength: mostBytes }));
  } catch (cause) {
    throw new BlockError('the block does not inflate', { cause });
  }
};

/**
 * Reads a count. Every value takes at least a byte, so a count above the remaining bytes is refused before memory is
 * allocated.
 */
const readCount = (reader: ByteReader): number => {
  const count = reader.unsigned();
  if (count > mostSamples || count > reader.left) throw new BlockError(`${count} samples in ${reader.left} bytes`);
  return count;
};

const finish = (reader: ByteReader): void => {
  if (reader.left > 0) throw new BlockError(`${reader.left} bytes too many`);
};

/** Writes a column. `order` 1: differences, 2: second differences. `perUnit` is 1 / resolution, an exact integer. */
const writeColumn = (writer: ByteWriter, values: ArrayLike<number>, perUnit: number, order: 1 | 2): void => {
  let before = 0;
  let difference = 0;
  for (let i = 0; i < values.length; i++) {
    const value = Math.round(values[i]! * perUnit);
    const step = value - before;
    writer.signed(order === 1 ? step : step - difference);
    before = value;
    difference = step;
  }
};

const readColumn = (reader: ByteReader, into: Float64Array | Float32Array, perUnit: number, order: 1 | 2): void => {
  let value = 0;
  let difference = 0;
  for (let i = 0; i < into.length; i++) {
    difference = order === 1 ? reader.signed() : difference + reader.signed();
    value += difference;
    into[i] = value / perUnit;
  }
};

const writeOptional = (writer: ByteWriter, values: Float32Array, perUnit: number): void => {
  // Most columns are complete, and filtering a typed array takes eight times the time of this search.
  const present = values.includes(Number.NaN) ? values.filter(value => !Number.isNaN(value)) : values;
  if (present.length === 0) {
    writer.byte(allMissing);
    return;
  }
  writer.byte(present.length === values.length ? allPresent : someMissing);
  if (present.length < values.length) for (const value of values) writer.byte(Number.isNaN(value) ? 0 : 1);
  writeColumn(writer, present, perUnit, 1);
};

const readOptional = (reader: ByteReader, into: Float32Array, perUnit: number): void => {
  const presence = reader.byte();
  if (presence === allMissing) return;
  if (presence === allPresent) {
    readColumn(reader, into, perUnit, 1);
    return;
  }
  if (presence !== someMissing) throw new BlockError(`presence ${presence}`);
  const present = Array.from(into, (_, i) => (reader.byte() === 1 ? i : -1)).filter(i => i >= 0);
  const values = new Float32Array(present.length);
  readColumn(reader, values, perUnit, 1);
  for (let k = 0; k < present.length; k++) into[present[k]!] = values[k]!;
};

const perUnitOf = (resolution: number): number => Math.round(1 / resolution);

/** Encodes a track within `trackResolution`. Throws `BlockError` for NaN where a number is required. */
export const encodeTrack = (track: Track): Uint8Array => {
  const writer = new ByteWriter();
  writer.unsigned(track.timeMs.length);
  writeColumn(writer, track.timeMs, 1, 2);
  writeColumn(writer, track.latitude, perUnitOf(trackResolution.degrees), 2);
  writeColumn(writer, track.longitude, perUnitOf(trackResolution.degrees), 2);
  for (const name of optionalColumns) writeOptional(writer, track[name], perUnitOf(trackResolution[name]));
  writeColumn(writer, track.ignition, 1, 1);
  return wrap(kinds.track, writer);
};

export const decodeTrack = (block: Uint8Array): Track => {
  const reader = unwrap(kinds.track, block);
  const track = createTrack(readCount(reader));
  readColumn(reader, track.timeMs, 1, 2);
  readColumn(reader, track.latitude, perUnitOf(trackResolution.degrees), 2);
  readColumn(reader, track.longitude, perUnitOf(trackResolution.degrees), 2);
  for (const name of optionalColumns) readOptional(reader, track[name], perUnitOf(trackResolution[name]));
  const ignition = new Float64Array(track.ignition.length);
  readColumn(reader, ignition, 1, 1);
  track.ignition.set(ignition);
  finish(reader);
  return track;
};

/** Encodes a curve within `curveResolutionG`. */
export const encodeCurve = (curve: CurveSamples): Uint8Array => {
  const writer = new ByteWriter();
  writer.unsigned(curve.longitudinalG.length);
  writer.signed(curve.startMs);
  writer.double(curve.rateHz);
  writer.double(curve.rangeG ?? Number.NaN);
  writer.byte(curve.frame === 'vehicle' ? 1 : 0);
  for (const axis of [curve.longitudinalG, curve.lateralG, curve.verticalG]) writeAxis(writer, axis);
  return wrap(kinds.curve, writer);
};

export const decodeCurve = (block: Uint8Array): CurveSamples => {
  const reader = unwrap(kinds.curve, block);
  const length = readCount(reader);
  const startMs = reader.signed();
  const rateHz = reader.double();
  const rangeG = reader.double();
  const frame = reader.byte() === 1 ? 'vehicle' : 'device';
  const [longitudinalG, lateralG, verticalG] = [0, 1, 2].map(() => readAxis(reader, length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  finish(reader);
  return { startMs, rateHz, longitudinalG, lateralG, verticalG, rangeG: Number.isNaN(rangeG) ? null : rangeG, frame };
};

/** Writes an axis in the sensor's own steps, which are coarser than the resolution. Most samples then take one byte. */
const writeAxis = (writer: ByteWriter, axis: Float64Array): void => {
  const perG = perUnitOf(curveResolutionG);
  let step = 0;
  for (let i = 0; i < axis.length && step !== 1; i++) {
    let rest = Math.abs(Math.round(axis[i]! * perG));
    while (rest > 0) [step, rest] = [rest, step % rest];
  }
  step ||= 1;
  writer.unsigned(step);
  writeColumn(writer, axis, perG / step, 1);
};

const readAxis = (reader: ByteReader, length: number): Float64Array => {
  const step = reader.unsigned();
  if (step === 0) throw new BlockError('a step of nothing');
  const axis = new Float64Array(length);
  readColumn(reader, axis, perUnitOf(curveResolutionG) / step, 1);
  return axis;
};
