// The panel that hands out a figure: a link with the present settings and without the controls that a teacher
// unticks, to the lecture, to the figure alone or to its step in presenter mode; and the code to embed it.
import { copyButton, createSaid } from './copy.js';
import { escape } from './html.js';
import { make } from './dom.js';

/** `app`: state, language, words. `figure`: id, lesson, element. */
export function sharePanel(figure, app) {
  const { words, language, state } = app;
  const { lesson } = figure;
  const title = lesson.title[language];
  const name = (part) => `${figure.id}-share-${part}`;
  const hidden = new Set(state.hidden(figure.id));

  const link = make('input', { type: 'text', id: name('link'), readOnly: true, onfocus: () => link.select() });
  const frame = make('textarea', { id: name('frame'), readOnly: true, rows: 3, onfocus: () => frame.select() });
  const blind = make('input', { type: 'checkbox', checked: state.option('blind'), onchange: refresh });
  const targets = ['whole', 'alone', 'presented'].map((target, index) => make('input', {
    type: 'radio', name: name('target'), value: target, checked: index === 0, onchange: refresh,
  }));
  const controls = lesson.parameters.map((parameter) => make('input', {
    type: 'checkbox', checked: !hidden.has(parameter.key), value: parameter.key, onchange: refresh,
  }));

  function address(target) {
    const here = `figure-${figure.id}`;
    return state.address(figure.id, {
      place: target === 'whole' ? here : '',
      hide: controls.filter((box) => !box.checked).map((box) => `${figure.id}.${box.value}`),
      blind: blind.checked,
      embed: target === 'alone' ? figure.id : '',
      present: target === 'presented' ? here : '',
    });
  }

  function refresh() {
    link.value = address(targets.find((radio) => radio.checked).value);
    const height = Math.ceil(figure.element.getBoundingClientRect().height / 10) * 10;
    frame.value = `<iframe src="${escape(address('alone'))}" title="${escape(title)}" width="100%" height="${height
    }" style="border: 0" loading="lazy" allow="clipboard-write"></iframe>`;
  }

  const said = createSaid();
  const option = (input, text) => make('label', {}, input, make('span', { textContent: text }));
  const group = (legend, ...options) => make('fieldset', {}, make('legend', { textContent: legend }),
    make('div', { className: 'radios' }, ...options));
  const field = (input, label) => make('div', { className: 'share-field' },
    make('label', { htmlFor: input.id, textContent: label }), input, copyButton(words.copy, () => input.value, said, words));
  refresh();
  return [
    make('p', { textContent: words.share_about }),
    group(words.share_controls, ...lesson.parameters.map((parameter, index) => option(controls[index], parameter.label[language]))),
    group(words.share_what, ...targets.map((radio) => option(radio, words[`share_${radio.value}`]))),
    make('div', { className: 'radios' }, option(blind, words.share_blind)),
    field(link, words.share_link),
    field(frame, words.share_frame),
    make('p', { className: 'said-line' }, said),
  ];
}
