/** A corrupt stored block. The message gives the position. */
export class BlockError extends Error {
  override name = 'BlockError';
}

/** Larger values do not stay exact integers of a double after zig-zag. */
const largestMagnitude = 2 ** 51;

/** Growing buffer of variable-length integers, seven bits to a byte, lowest first. */
export class ByteWriter {
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
export class ByteReader {
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
