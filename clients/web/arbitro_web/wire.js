// Reads protocol buffers by hand. A message is fields, each a key (number * 8 + wire type) and a value; a *shape* says
// what the numbers mean: {number: [name, kind]}. Fields a shape does not list are skipped, as the format asks of readers.
//
// A kind is TEXT, BYTES (read as hex), NUMBER, FLAG, an object (a message of that shape), names("", "red", ...) for an
// enum, or [kind] for a repeated one.

export const TEXT = "text";
export const BYTES = "bytes";
export const NUMBER = "number";
export const FLAG = "flag";
export const names = (list) => ({ enum: list });

/** Bytes that are no message of the shape. */
export class Damaged extends Error {}

const utf8 = new TextDecoder();

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The fields of one message, by name. Fields that are not set are absent. */
export function readMessage(bytes, shape) {
  const reader = new Reader(bytes);
  const message = {};
  while (!reader.done) {
    const key = reader.varint();
    const [name, kind] = shape[Math.floor(key / 8)] ?? [];
    const wire = key % 8;
    if (name === undefined) reader.skip(wire);
    else if (!Array.isArray(kind)) message[name] = reader.value(kind, wire);
    else {
      const list = (message[name] ??= []);
      if (wire === 2 && isVarint(kind[0])) reader.packed((inner) => list.push(inner.value(kind[0], 0)));
      else list.push(reader.value(kind[0], wire));
    }
  }
  return message;
}

const isVarint = (kind) => kind === NUMBER || kind === FLAG || Boolean(kind.enum);

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get done() {
    return this.at >= this.bytes.length;
  }

  /** A whole number, exact below 2**53: stamps are microseconds of a match, so nothing larger is ever written. */
  varint() {
    let value = 0;
    let scale = 1;
    for (let byte = 128; byte >= 128; scale *= 128) {
      if (this.done || scale > 2 ** 63) throw new Damaged();
      byte = this.bytes[this.at++];
      value += (byte % 128) * scale;
    }
    return value;
  }

  take(length) {
    if (length > this.bytes.length - this.at) throw new Damaged();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  skip(wire) {
    if (wire === 0) this.varint();
    else if (wire === 1) this.take(8);
    else if (wire === 2) this.take(this.varint());
    else if (wire === 5) this.take(4);
    else throw new Damaged();
  }

  packed(each) {
    const inner = new Reader(this.take(this.varint()));
    while (!inner.done) each(inner);
  }

  value(kind, wire) {
    if (wire !== (isVarint(kind) ? 0 : 2)) throw new Damaged();
    if (kind === NUMBER) return this.varint();
    if (kind === FLAG) return this.varint() !== 0;
    if (kind.enum) return kind.enum[this.varint()] ?? "";
    const bytes = this.take(this.varint());
    if (kind === TEXT) return utf8.decode(bytes);
    return kind === BYTES ? hex(bytes) : readMessage(bytes, kind);
  }
}
