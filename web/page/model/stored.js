// Files of weights that a reader brings: of each only the header is read, however long the file is. The engine judges
// what it says, as `tally account --safetensors` does.
import { html } from '../html.js';
import { grouped, short } from './format.js';

/** The longest header that the format's own reader takes; more is never read. */
const MOST_HEADER = 100_000_000n;
const LENGTH_BYTES = 8;
/** The index of the largest published models has a tenth of this. */
const MOST_INDEX = 100e6;
/** The index of a model in several files. */
export const isIndex = ({ name }) => name.endsWith('.index.json');

/** A config.json is JSON that is no index; everything else is taken for weights. */
export const isConfig = (file) => file.name.endsWith('.json') && !isIndex(file);

async function fileOf(file, words) {
  if (isIndex(file) && file.size > MOST_INDEX) throw new Error(words.index_too_big);
  if (isIndex(file)) return { name: file.name, text: await file.text() };
  const length = new Uint8Array(await file.slice(0, LENGTH_BYTES).arrayBuffer());
  const header = length.length === LENGTH_BYTES ? new DataView(length.buffer).getBigUint64(0, true) : 0n;
  const text = header > MOST_HEADER ? '' : await file.slice(LENGTH_BYTES, LENGTH_BYTES + Number(header)).text();
  return { name: file.name, size: file.size, length: [...length], text };
}

/** What is asked of the engine about one file, or about an index and the files that it names. */
export async function storedRequest(files, words) {
  const main = files.find(isIndex) ?? files[0];
  return { options: [`--safetensors=${main.name}`], files: await Promise.all(files.map((file) => fileOf(file, words))) };
}

/** `report`: the engine's answer. */
export function storedHtml({ model, stored }, models, words) {
  const same = models.filter(({ parameters }) => parameters === stored.parameters).map(({ id }) => id);
  const packed = Object.entries(stored.by_storing).filter(([id]) => id !== 'plain');
  return html`<p class="stored-sentence"><b>${model}</b>${words.stored({ parameters: grouped(stored.parameters), bytes: short(stored.bytes), files: stored.files })} ${
    same.length ? words.stored_same(same.join(words.separator)) : words.stored_alone}</p><div class="table-scroll" role="group" tabindex="0" aria-label="${
    words.stored_table}"><table data-table="stored"><thead><tr><th scope="col">dtype</th>${[words.tensors, words.elements, words.exact].map((head) =>
    html`<th scope="col" class="number">${head}</th>`)}</tr></thead><tbody>${Object.entries(stored.by_dtype).map(([dtype, row]) =>
    html`<tr data-dtype="${dtype}"><th scope="row">${dtype}</th>${[row.tensors, row.elements, row.bytes].map((value) =>
      html`<td class="number" data-value="${value}">${grouped(value)}</td>`)}</tr>`)}</tbody></table></div>${
    packed.map(([id, parameters]) => html`<p class="field-about">${words.stored_as(id, grouped(parameters))}</p>`)}${
    stored.beside ? html`<p class="field-about">${words.stored_beside(grouped(stored.beside))}</p>` : ''}`;
}
