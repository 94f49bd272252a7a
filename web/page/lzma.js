// Unpacks what src/bindings/pack.py packed: LZMA makes a module of wasm a fifth smaller than a host's gzip does.
// By path, since the package's entry brings its encoder along, four times as much.
import { Decoder } from '../../node_modules/lzma1/lib/decoder.js';
import { InputBuffer, OutputBuffer } from '../../node_modules/lzma1/lib/streams.js';

/** `packed`: a .lzma file that says its length. What is cut off fails, or comes out as something else. */
export function unpack(packed) {
  const output = new OutputBuffer(4 * packed.length);
  new Decoder().decompress(new InputBuffer(packed), output);
  return output.toArray();
}
