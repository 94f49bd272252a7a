// Parts of the page that need no browser: escaped HTML, tables, sliders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../web/page/html.js';
import { notesHtml, tableHtml } from '../../web/page/results.js';
import { sliderOf, textValue, valueText } from '../../web/page/scale.js';
import { createState } from '../../web/page/state.js';

test('what is put into HTML is escaped, once', () => {
  assert.equal(String(html`<p title="${'"x" & y'}">${'<b>'}</p>`), '<p title="&quot;x&quot; &amp; y">&lt;b&gt;</p>');
  assert.equal(String(html`<ul>${['a', '<i>'].map((text) => html`<li>${text}</li>`)}</ul>`), '<ul><li>a</li><li>&lt;i&gt;</li></ul>');
  const table = { id: 't', columns: [{ key: 'k', label: '<th>' }], rows: [[{ value: null, text: '<img src=x onerror=alert(1)>' }]], row_ids: ['"'], marked_row: 0 };
  const text = String(tableHtml(table, 'name', { live: null, isMarked: true }));
  assert.doesNotMatch(text, /<img|data-row="""/);
  assert.match(text, /aria-current="true"/);
  assert.doesNotMatch(String(notesHtml(['<script>'], 'more')), /<script>/);
});

test('a slider reaches both ends and comes back to where it was, on every scale', () => {
  const cases = [
    { kind: 'integer', scale: 'linear', min: 1, max: 64, step: 1, values: [1, 8, 64] },
    { kind: 'integer', scale: 'log2', min: 1, max: 4096, step: 1, values: [1, 2, 512, 4096] },
    { kind: 'integer', scale: 'log10', min: 1, max: 1e5, step: 1, values: [1, 8, 9, 10, 99, 100, 1e5] },
    { kind: 'integer', scale: 'log10', min: 1e6, max: 1e13, step: 1, values: [1e6, 7e9, 4.1e11, 1e13] },
    { kind: 'real', scale: 'log10', min: 1e-6, max: 0.1, step: 0.0005, values: [1e-6, 0.001, 0.1] },
    { kind: 'real', scale: 'log10', min: 1, max: 1000, step: 1, values: [1, 80, 1000] },
  ];
  for (const { values, ...parameter } of cases) {
    const slider = sliderOf(parameter);
    assert.equal(slider.value(slider.min), parameter.min, `${parameter.scale} low`);
    assert.equal(slider.value(slider.max), parameter.max, `${parameter.scale} high`);
    for (const value of values) {
      const position = Math.round(slider.position(value));
      assert.equal(textValue(valueText(parameter, slider.value(position))), value, `${parameter.scale} ${value}`);
    }
  }
});

test('each step of a slider for whole numbers is another number', () => {
  const slider = sliderOf({ kind: 'integer', scale: 'log10', min: 1, max: 1e5, step: 1 });
  const texts = [];
  for (let position = slider.min; position <= slider.max; position += 1) texts.push(valueText({ kind: 'integer' }, slider.value(position)));
  assert.equal(new Set(texts).size, texts.length);
  assert.deepEqual([texts[0], texts[8], texts[9], texts.at(-1)], ['1', '9', '10', '100000']);
});

test('a slider writes what the core reads: plain digits for a whole number, however large', () => {
  assert.equal(valueText({ kind: 'integer' }, 1e13), '10000000000000');
  assert.equal(valueText({ kind: 'real' }, 0.1 + 0.2), '0.3');
  assert.ok(Number.isNaN(textValue('')));
  assert.ok(Number.isNaN(textValue('abc')));
});

test('the state keeps texts as typed, forgets defaults and tells who listens', () => {
  const state = createState([{ id: 'a', parameters: [{ key: 'n', default: '8' }] }], 'en');
  const told = [];
  state.subscribe((change) => told.push(change));
  state.set('a', 'n', ' 9x');
  assert.equal(state.text('a', 'n'), ' 9x');
  assert.equal(state.fragment(), 'a.n=%209x');
  state.set('a', 'n', '8');
  assert.equal(state.fragment(), '');
  state.set('a', 'n', '8');
  assert.equal(told.length, 2, 'nothing is told twice');
  state.readFragment('#a.n=3&b.x=1');
  assert.equal(state.text('a', 'n'), '3');
  assert.deepEqual(state.unknownLessons(), ['b']);
  state.readFragment('#a');
  assert.equal(state.text('a', 'n'), '3', 'a plain anchor changes no value');
});
