// The form's HTML. `shape`: what the engine answers where a number is left out.
import { html } from '../html.js';
import { grouped } from './format.js';
import { choicesOf, FILE, GROUPS, isUsed, sliderOf } from './parameters.js';

const option = (value, label, chosen) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`;

function control(parameter, text, description, words, shape) {
  const { key, kind } = parameter;
  const label = words.labels[key];
  if (kind === 'choice') {
    return html`<select id="p-${key}" name="${key}">${choicesOf(parameter, description).map((id) => option(id, words.choices[key]?.[id] ?? description[parameter.from]?.find((row) => row.id === id)?.name ?? id, text))}</select>`;
  }
  if (kind === 'flag') return html`<input type="checkbox" id="p-${key}" name="${key}" value="1"${text ? html` checked` : ''}>`;
  if (kind === 'list') return html`<input type="text" id="p-${key}" name="${key}" value="${text}" autocomplete="off" aria-describedby="m-${key}">`;
  const slider = sliderOf(parameter);
  return html`<input type="range" data-slider="${key}" min="${slider.min}" max="${slider.max}" value="${slider.at(text || shape[key])}" aria-label="${
    words.slider_of(label)}"><input type="text" inputmode="numeric" id="p-${key}" name="${key}" value="${text}"${
    text ? '' : html` placeholder="${shape[key]}"`} autocomplete="off" aria-describedby="m-${key}">`;
}

function fieldHtml(parameter, values, description, words, shape) {
  const { key, kind } = parameter;
  const about = words.abouts[key];
  return html`<div class="field${kind === 'flag' ? ' field-inline' : ''}" data-field="${key}"${isUsed(parameter, values) ? '' : html` hidden`}><div class="field-head"><label class="field-label" for="p-${key}">${
    words.labels[key]}</label></div><div class="field-controls">${control(parameter, values[key], description, words, shape)}</div>${
    about ? html`<p class="field-about">${about}</p>` : ''}<p class="field-message" id="m-${key}" hidden></p></div>`;
}

/** Models in families: what stands before the first digit or hyphen. */
function modelOptions(models, chosen, words) {
  const families = new Map();
  for (const model of models) {
    const family = model.id.match(/^[a-z]+/)[0];
    families.set(family, [...(families.get(family) ?? []), model]);
  }
  return html`${[...families].map(([family, rows]) => html`<optgroup label="${family}">${rows.map(({ id, parameters }) =>
    option(id, `${id} · ${grouped(parameters)}`, chosen))}</optgroup>`)}${option(FILE, words.file, chosen)}`;
}

export function formHtml(values, description, words, shape) {
  return html`<div class="model-choice" data-field="model"><div class="field"><div class="field-head"><label class="field-label" for="p-model">${
    words.model}</label></div><div class="field-controls"><select id="p-model" name="model" aria-describedby="m-model about-model">${
    modelOptions(description.models, values.model, words)}</select></div><p class="field-about" id="about-model">${
    words.model_about}</p><p class="field-message" id="m-model" hidden></p></div><div class="field drop" data-drop><label class="field-label" for="p-file">${
    words.files}</label><input type="file" id="p-file" accept=".json,application/json,.safetensors" multiple><p class="field-about">${words.file_drop}</p></div></div>${
    GROUPS.map((group) => html`<fieldset class="settings"><legend>${words.groups[group.id]}</legend><div class="settings-grid">${
      group.parameters.map((parameter) => fieldHtml(parameter, values, description, words, shape))}</div></fieldset>`)}`;
}
