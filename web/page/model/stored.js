// Files of weights that a reader brings: of each only the header is read, however long the file is. The engine judges
// what it says, as `tally account --safetensors` does.
import { html } from '../html.js';
import { grouped, short } from './format.js';

/** Of a header or an index; those of the largest published models have half of this. Much more would fill the engine's memory. */
const MOST_BYTES = 25e6;
const LENGTH_BYTES = 8;
/** The index of a model in several files. */
export const isIndex = ({ name }) => name.endsWith('.index.json');

/** A config.json is JSON that is no index; everything else is taken for weights. */
export const isConfig = (file) => file.name.endsWith('.json') && !isIndex(file);

/** The text from one byte of a file to another. */
async function textIn(file, from, to, words) {
  if (to - from > MOST_BYTES) throw new Error(words.too_big);
  const bytes = await file.slice(from, to).arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(words.not_utf8);
  }
}

export const textOf = (file, words) => textIn(file, 0, file.size, words);

async function fileOf(file, words) {
  try {
    if (isIndex(file)) return { name: file.name, text: await textOf(file, words) };
    const length = new Uint8Array(await file.slice(0, LENGTH_BYTES).arrayBuffer());
    const header = length.length === LENGTH_BYTES ? Number(new DataView(length.buffer).getBigUint64(0, true)) : 0;
    // Of a header that the file has no room for, the engine says so.
    const text = header < file.size ? await textIn(file, LENGTH_BYTES, LENGTH_BYTES + header, words) : '';
    return { name: file.name, size: file.size, length: [...length], text };
  } catch (error) {
    throw new Error(words.unreadable(file.name, error.message));
  }
}

/** What is asked of the engine about one file, or about an index and the files that it names. */
export async function storedRequest(files, words) {
  const main = files.find(isIndex) ?? files[0];
  return { options: [`--safetensors=${main.name}`], files: await Promise.all(files.map((file) => fileOf(file, words))) };
}

/** The files of a request that its index does not name. */
export function surplusOf({ files }) {
  const index = files.find(isIndex);
  const used = index ? new Set([index.name, ...Object.values(JSON.parse(index.text).weight_map)]) : null;
  return used ? files.filter(({ name }) => !used.has(name)) : [];
}

/** `report`: the engine's answer; `surplus`: what is said of files that it did not take. */
export function storedHtml({ model, stored }, models, words, surplus) {
  const same = models.filter(({ parameters }) => parameters === stored.parameters).map(({ id }) => id);
  const packed = Object.entries(stored.by_storing).filter(([id]) => id !== 'plain');
  return html`<p class="stored-sentence"><b>${model}</b>${words.stored({ parameters: grouped(stored.parameters), bytes: short(stored.bytes), files: stored.files })} ${
    same.length ? words.stored_same(same.join(words.separator)) : words.stored_alone}${surplus}</p><div class="table-scroll" role="group" tabindex="0" aria-label="${
    words.stored_table}"><table data-table="stored"><thead><tr><th scope="col">dtype</th>${[words.tensors, words.elements, words.exact].map((head) =>
    html`<th scope="col" class="number">${head}</th>`)}</tr></thead><tbody>${Object.entries(stored.by_dtype).map(([dtype, row]) =>
    html`<tr data-dtype="${dtype}"><th scope="row">${dtype}</th>${[row.tensors, row.elements, row.bytes].map((value) =>
      html`<td class="number" data-value="${value}">${grouped(value)}</td>`)}</tr>`)}</tbody></table></div>${
    packed.map(([id, parameters]) => html`<p class="field-about">${words.stored_as(id, grouped(parameters))}</p>`)}${
    stored.beside ? html`<p class="field-about">${words.stored_beside(grouped(stored.beside))}</p>` : ''}`;
}
