// One parameter as HTML controls, made from its declaration alone. A field never changes what was typed;
// it says what the core found wrong with it.
import { make, toggleAttribute } from './dom.js';
import { sliderOf, textValue, valueText } from './scale.js';
import { wordsOf } from './words.js';

/** Choices up to this many, with labels this short together, stand side by side as radio buttons. */
const RADIO_CHOICES = 4;
const RADIO_CHARACTERS = 44;
/** Kinds whose limits are said beside the control; the others show all that they take. */
const NUMBERS = ['integer', 'real', 'integers'];

/** The word for a value's unit: "layers", and "layer" beside 1. */
function unitOf(parameter, text, tag) {
  return (text.trim() === '1' && parameter.unit_one?.[tag]) || parameter.unit_label[tag];
}

function numberControls(parameter, id, tag, change) {
  const slider = sliderOf(parameter);
  const input = make('input', {
    type: 'text', id, autocomplete: 'off', spellcheck: false,
    inputMode: parameter.kind === 'integer' ? 'numeric' : 'decimal', name: parameter.key,
    oninput: () => change(input.value),
  });
  const range = make('input', {
    type: 'range', min: slider.min, max: slider.max, step: slider.step,
    attrs: { 'aria-label': wordsOf(tag).slider_of(parameter.label[tag]) },
    oninput: () => change(valueText(parameter, slider.value(Number(range.value)))),
  });
  return {
    nodes: [range, input],
    labelFor: id,
    targets: [input, range],
    show(text) {
      if (input.value !== text) input.value = text;
      const value = textValue(text);
      const position = slider.position(value);
      if (Number.isFinite(position)) range.value = String(position);
      const unit = unitOf(parameter, text, tag);
      range.setAttribute('aria-valuetext', unit ? `${text} ${unit}` : text);
    },
  };
}

function selectControls(parameter, id, tag, change) {
  const select = make('select', { id, name: parameter.key, onchange: () => change(select.value) });
  for (const choice of parameter.choices) {
    select.append(make('option', { value: choice.id, textContent: choice.label[tag] }));
  }
  return {
    nodes: [select],
    labelFor: id,
    targets: [select],
    show(text) {
      select.value = text;
    },
  };
}

function radioControls(parameter, id, tag, change) {
  const radios = parameter.choices.map((choice, index) => {
    const input = make('input', {
      type: 'radio', name: id, value: choice.id, id: `${id}-${index}`, onchange: () => change(choice.id),
    });
    return { input, label: make('label', { htmlFor: input.id }, input, make('span', { textContent: choice.label[tag] })) };
  });
  return {
    nodes: [make('div', { className: 'radios' }, ...radios.map((radio) => radio.label))],
    group: 'radiogroup',
    targets: radios.map((radio) => radio.input),
    show(text) {
      radios.forEach(({ input }) => {
        input.checked = input.value === text;
      });
    },
  };
}

function flagControls(parameter, id, _, change) {
  const input = make('input', {
    type: 'checkbox', id, name: parameter.key, onchange: () => change(String(input.checked)),
  });
  return {
    nodes: [input],
    labelFor: id,
    inline: true,
    targets: [input],
    show(text) {
      input.checked = text === 'true' || text === 'on' || text === '1';
    },
  };
}

function textControls(parameter, id, _, change) {
  const input = make('input', {
    type: 'text', id, name: parameter.key, autocomplete: 'off', spellcheck: false,
    oninput: () => change(input.value),
  });
  return {
    nodes: [input],
    labelFor: id,
    targets: [input],
    show(text) {
      if (input.value !== text) input.value = text;
    },
  };
}

function buttonControls(parameter, id, tag, change, current, ui) {
  const value = () => textValue(current());
  const button = make('button', {
    type: 'button', id, className: 'press', textContent: parameter.label[tag], onclick: () => change(String(value() + 1)),
  });
  const back = make('button', {
    type: 'button', className: 'quiet', textContent: ui.back_to_start,
    onclick: () => change(valueText(parameter, parameter.min)),
  });
  const count = make('span', { className: 'press-count' });
  return {
    nodes: [button, back, count],
    named: button,
    targets: [button],
    show(text) {
      button.disabled = !(value() < parameter.max);
      back.disabled = !(value() > parameter.min);
      count.textContent = `${text} ${unitOf(parameter, text, tag)}`;
    },
  };
}

function controlsOf(parameter, ...rest) {
  if (parameter.control === 'button') return buttonControls(parameter, ...rest);
  if (parameter.kind === 'integer' || parameter.kind === 'real') return numberControls(parameter, ...rest);
  if (parameter.kind === 'flag') return flagControls(parameter, ...rest);
  if (parameter.kind === 'integers') return textControls(parameter, ...rest);
  const characters = parameter.choices.flatMap((choice) => Object.values(choice.label))
    .reduce((most, label) => Math.max(most, label.length), 0) * parameter.choices.length;
  const short = parameter.choices.length <= RADIO_CHOICES && characters <= RADIO_CHARACTERS;
  return short ? radioControls(parameter, ...rest) : selectControls(parameter, ...rest);
}

/**
 * A field for `parameter`, in the language `tag` with its `ui` words. `change(text)` is called with what the
 * reader typed or chose, `reset()` asks for the default. `update(text, isDefault, message)` shows a value and, beside it, what is wrong with it.
 */
export function createField(parameter, idPrefix, { tag, change, reset, current, ui }) {
  const id = `${idPrefix}-${parameter.key}`;
  const controls = controlsOf(parameter, id, tag, change, current, ui);
  const help = make('span', { className: 'field-help', textContent: parameter.help[tag] ?? '' });
  const range = NUMBERS.includes(parameter.kind) ? parameter.limits[tag] : '';
  const unit = parameter.unit_label?.[tag] ?? '';
  const limits = make('span', {
    className: 'field-limits', textContent: range && unit && !range.includes(unit) ? `${range} ${unit}` : range || unit,
  });
  const about = make('p', { className: 'field-about', id: `${id}-about` }, limits, help);
  const message = make('p', { className: 'field-message', id: `${id}-message`, hidden: true });
  const choice = parameter.choices?.find((each) => each.id === parameter.default);
  const title = wordsOf(tag).reset_of(parameter.label[tag], choice ? choice.label[tag] : parameter.default);
  const back = make('button', {
    type: 'button', className: 'field-reset', textContent: '↺', title, attrs: { 'aria-label': title }, onclick: reset,
  });

  const label = make(controls.labelFor ? 'label' : 'span', { className: 'field-label', id: `${id}-label` });
  if (controls.labelFor) label.htmlFor = controls.labelFor;
  if (!controls.named) label.textContent = parameter.label[tag];
  const line = make('div', { className: 'field-controls' }, ...controls.nodes);
  if (controls.group) {
    line.setAttribute('role', controls.group);
    line.setAttribute('aria-labelledby', label.id);
    line.setAttribute('aria-describedby', about.id);
  }
  const head = controls.named ? null : make('div', { className: 'field-head' }, label, back);
  const element = make('div', {
    className: `field field-${controls.inline ? 'inline' : parameter.kind}`, attrs: { 'data-key': parameter.key },
  }, head, line, about, message);
  if (controls.named) line.append(back);

  return {
    key: parameter.key,
    element,
    update(text, isDefault, complaint) {
      controls.show(text);
      back.hidden = isDefault;
      message.hidden = !complaint;
      message.textContent = complaint ?? '';
      for (const target of controls.targets) {
        toggleAttribute(target, 'aria-invalid', complaint ? 'true' : null);
        target.setAttribute('aria-describedby', complaint ? `${message.id} ${about.id}` : about.id);
      }
    },
  };
}
