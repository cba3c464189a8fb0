import { deflateSync, inflateSync } from 'node:zlib';
import type { CurveSamples } from './curves.ts';
import { createTrack, type Track } from './positions.ts';

/** Error for a corrupt stored block. The message gives the position in the block. */
export class BlockError extends Error {
  override name = 'BlockError';
}

/**
 * Largest magnitude of a stored integer. Zig-zag coding doubles a value, and a double cannot hold every larger integer.
 */
const largestMagnitude = 2 ** 51;

/** Growing buffer of variable-length integers, seven bits to a byte, lowest first. */
class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  writeByte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }

  writeUnsigned(value: number): void {
    let remaining = value;
    // Bit operations are 32-bit: larger values, mostly times, use division.
    while (remaining >= 0x80000000) {
      this.writeByte((remaining % 128) | 128);
      remaining = Math.floor(remaining / 128);
    }
    while (remaining >= 128) {
      this.writeByte((remaining & 127) | 128);
      remaining >>>= 7;
    }
    this.writeByte(remaining);
  }

  /** Writes a zig-zag integer: small magnitudes of either sign stay small. */
  writeSigned(value: number): void {
    if (!(Math.abs(value) <= largestMagnitude)) throw new BlockError(`${value} cannot be stored`);
    this.writeUnsigned(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  writeDouble(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    for (const byte of bytes) this.writeByte(byte);
  }

  toBytes(): Uint8Array {
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

  readByte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new BlockError('the block ends too early');
    return value;
  }

  readUnsigned(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 8; i++) {
      const byte = this.readByte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    throw new BlockError('an integer of more than 53 bits');
  }

  readSigned(): number {
    // Most values take one byte.
    const byte = this.#bytes[this.#at]!;
    if (byte < 128) {
      this.#at += 1;
      return byte & 1 ? -((byte + 1) >> 1) : byte >> 1;
    }
    const value = this.readUnsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  readDouble(): number {
    const bytes = Uint8Array.from({ length: 8 }, () => this.readByte());
    return new DataView(bytes.buffer).getFloat64(0, true);
  }
}

/**
 * Block format: a version byte, a kind byte, then deflated columns (zlib, whose checksum detects corruption). A column
 * holds zig-zag varints: differences for irregular values, second differences for regular ones.
 */
const version = 1;
const blockKinds = { track: 1, curve: 2 } as const;
/** Maximum number of samples, more than a year of fixes at 1 Hz. A larger count is corrupt. */
const maxSamples = 50_000_000;
const maxInflatedBytes = 512 * 1024 * 1024;

/**
 * Resolution of stored fixes: position 11 cm, speed 0.1 km/h, course 1°, HDOP (accuracy) 0.1, altitude 1 m, satellites
 * 1. The maximum error is half of the resolution.
 */
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

const compressBlock = (kind: number, writer: ByteWriter): Uint8Array => {
  const body = deflateSync(writer.toBytes());
  const block = new Uint8Array(body.length + 2);
  block[0] = version;
  block[1] = kind;
  block.set(body, 2);
  return block;
};

const openBlock = (kind: number, block: Uint8Array): ByteReader => {
  if (block[0] !== version) throw new BlockError(`version ${block[0]}, expected ${version}`);
  if (block[1] !== kind) throw new BlockError(`kind ${block[1]}, expected ${kind}`);
  try {
    return new ByteReader(inflateSync(block.subarray(2), { maxOutputLength: maxInflatedBytes }));
  } catch (cause) {
    throw new BlockError('the block does not inflate', { cause });
  }
};

/**
 * Reads a count. Every value takes at least a byte, so a count above the remaining bytes is refused before memory is
 * allocated.
 */
const readCount = (reader: ByteReader): number => {
  const count = reader.readUnsigned();
  if (count > maxSamples || count > reader.left) throw new BlockError(`${count} samples in ${reader.left} bytes`);
  return count;
};

const requireEnd = (reader: ByteReader): void => {
  if (reader.left > 0) throw new BlockError(`${reader.left} bytes too many`);
};

/**
 * Writes a column. `order` 1: differences, 2: second differences. `stepsPerUnit` is 1 / resolution, an exact integer.
 */
const writeColumn = (writer: ByteWriter, values: ArrayLike<number>, stepsPerUnit: number, order: 1 | 2): void => {
  let previous = 0;
  let difference = 0;
  for (let i = 0; i < values.length; i++) {
    const value = Math.round(values[i]! * stepsPerUnit);
    const step = value - previous;
    writer.writeSigned(order === 1 ? step : step - difference);
    previous = value;
    difference = step;
  }
};

const readColumn = (
  reader: ByteReader,
  target: Float64Array | Float32Array,
  stepsPerUnit: number,
  order: 1 | 2,
): void => {
  let value = 0;
  let difference = 0;
  for (let i = 0; i < target.length; i++) {
    difference = order === 1 ? reader.readSigned() : difference + reader.readSigned();
    value += difference;
    target[i] = value / stepsPerUnit;
  }
};

const writeOptional = (writer: ByteWriter, values: Float32Array, stepsPerUnit: number): void => {
  // Looks for NaN before filtering, because most columns are complete. Filtering a typed array takes eight times the
  // time of this search.
  const presentValues = values.includes(Number.NaN) ? values.filter(value => !Number.isNaN(value)) : values;
  if (presentValues.length === 0) {
    writer.writeByte(allMissing);
    return;
  }
  writer.writeByte(presentValues.length === values.length ? allPresent : someMissing);
  if (presentValues.length < values.length) for (const value of values) writer.writeByte(Number.isNaN(value) ? 0 : 1);
  writeColumn(writer, presentValues, stepsPerUnit, 1);
};

const readOptional = (reader: ByteReader, target: Float32Array, stepsPerUnit: number): void => {
  const presence = reader.readByte();
  if (presence === allMissing) return;
  if (presence === allPresent) {
    readColumn(reader, target, stepsPerUnit, 1);
    return;
  }
  if (presence !== someMissing) throw new BlockError(`presence ${presence}`);
  const presentIndexes = Array.from(target, (_, i) => (reader.readByte() === 1 ? i : -1)).filter(i => i >= 0);
  const values = new Float32Array(presentIndexes.length);
  readColumn(reader, values, stepsPerUnit, 1);
  for (let k = 0; k < presentIndexes.length; k++) target[presentIndexes[k]!] = values[k]!;
};

const stepsPerUnitOf = (resolution: number): number => Math.round(1 / resolution);

/** Encodes a track within `trackResolution`. Throws `BlockError` for NaN where a number is required. */
export const encodeTrack = (track: Track): Uint8Array => {
  const writer = new ByteWriter();
  writer.writeUnsigned(track.timeMs.length);
  writeColumn(writer, track.timeMs, 1, 2);
  writeColumn(writer, track.latitude, stepsPerUnitOf(trackResolution.degrees), 2);
  writeColumn(writer, track.longitude, stepsPerUnitOf(trackResolution.degrees), 2);
  for (const name of optionalColumns) writeOptional(writer, track[name], stepsPerUnitOf(trackResolution[name]));
  writeColumn(writer, track.ignition, 1, 1);
  return compressBlock(blockKinds.track, writer);
};

export const decodeTrack = (block: Uint8Array): Track => {
  const reader = openBlock(blockKinds.track, block);
  const track = createTrack(readCount(reader));
  readColumn(reader, track.timeMs, 1, 2);
  readColumn(reader, track.latitude, stepsPerUnitOf(trackResolution.degrees), 2);
  readColumn(reader, track.longitude, stepsPerUnitOf(trackResolution.degrees), 2);
  for (const name of optionalColumns) readOptional(reader, track[name], stepsPerUnitOf(trackResolution[name]));
  const ignition = new Float64Array(track.ignition.length);
  readColumn(reader, ignition, 1, 1);
  track.ignition.set(ignition);
  requireEnd(reader);
  return track;
};

/** Encodes a curve within `curveResolutionG`. */
export const encodeCurve = (curve: CurveSamples): Uint8Array => {
  const writer = new ByteWriter();
  writer.writeUnsigned(curve.longitudinalG.length);
  writer.writeSigned(curve.startMs);
  writer.writeDouble(curve.rateHz);
  writer.writeDouble(curve.rangeG ?? Number.NaN);
  writer.writeByte(curve.frame === 'vehicle' ? 1 : 0);
  for (const axis of [curve.longitudinalG, curve.lateralG, curve.verticalG]) writeAxis(writer, axis);
  return compressBlock(blockKinds.curve, writer);
};

export const decodeCurve = (block: Uint8Array): CurveSamples => {
  const reader = openBlock(blockKinds.curve, block);
  const length = readCount(reader);
  const startMs = reader.readSigned();
  const rateHz = reader.readDouble();
  const rangeG = reader.readDouble();
  const frame = reader.readByte() === 1 ? 'vehicle' : 'device';
  const [longitudinalG, lateralG, verticalG] = [0, 1, 2].map(() => readAxis(reader, length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  requireEnd(reader);
  return { startMs, rateHz, longitudinalG, lateralG, verticalG, rangeG: Number.isNaN(rangeG) ? null : rangeG, frame };
};

/** Writes an axis in the sensor's own steps, which are coarser than the resolution. Most samples then take one byte. */
const writeAxis = (writer: ByteWriter, axis: Float64Array): void => {
  const perG = stepsPerUnitOf(curveResolutionG);
  let step = 0;
  for (let i = 0; i < axis.length && step !== 1; i++) {
    let magnitude = Math.abs(Math.round(axis[i]! * perG));
    while (magnitude > 0) [step, magnitude] = [magnitude, step % magnitude];
  }
  step ||= 1;
  writer.writeUnsigned(step);
  writeColumn(writer, axis, perG / step, 1);
};

const readAxis = (reader: ByteReader, length: number): Float64Array => {
  const step = reader.readUnsigned();
  if (step === 0) throw new BlockError('a step of nothing');
  const axis = new Float64Array(length);
  readColumn(reader, axis, stepsPerUnitOf(curveResolutionG) / step, 1);
  return axis;
};
