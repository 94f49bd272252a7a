// For class, on paper: all questions with room to write, and the key with what the engine found.
import { html } from '../page/html.js';
import { sheetHtml } from './sheet.mjs';
import { buildWords } from './words.mjs';

const letter = (index) => String.fromCharCode(65 + index);
const LINES = 3;

/** The questions by the part they stand in, in the order of the lecture; numbered through. */
function groups(description, tag) {
  const words = buildWords(tag);
  const found = [];
  description.questions.forEach((question, index) => {
    const lesson = description.lessons.find((each) => each.id === question.lesson);
    if (found.at(-1)?.id !== question.lesson) {
      found.push({ id: question.lesson, title: lesson ? `${lesson.number} ${lesson.title[tag]}` : words[question.lesson], questions: [] });
    }
    found.at(-1).questions.push({ ...question, number: index + 1 });
  });
  return found;
}

function choices(question, tag, correct) {
  return html`<ol class="choices">${question.choices.map((choice, index) => html`<li${choice.id === correct ? html` class="correct"` : ''}><span class="letter">${
    letter(index)}</span> ${choice.label[tag]}${choice.id === correct ? ' ✓' : ''}</li>`)}</ol>`;
}

function questionHtml(question, core, tag, isKey) {
  const words = buildWords(tag);
  const answer = isKey ? core.ask(question.id, tag) : null;
  const below = isKey
    ? html`<p class="explanation"><b>${words.answer} ${answer.error ? '–' : letter(question.choices.findIndex((choice) => choice.id === answer.correct))}</b> ${answer.explanation}</p>`
    : html`<div class="room"><span>${words.reason}</span>${Array.from({ length: LINES }, () => html`<i></i>`)}</div>`;
  return html`<li class="question" id="q-${question.id}" value="${question.number}"><p class="prompt">${question.prompt[tag]}</p>${
    choices(question, tag, answer?.correct)}${below}</li>`;
}

/** The page of one language: `isKey` for the answers. `css` and `icon`: URLs. */
export function worksheet(core, language, { isKey, css, icon }) {
  const { tag } = language;
  const words = buildWords(tag);
  const title = `${isKey ? words.answers : words.worksheet} · ${words.lecture}`;
  const other = html` <a href="${isKey ? 'worksheet' : 'answers'}.html">${isKey ? words.to_worksheet : words.to_answers}</a>`;
  const head = isKey ? html`<p>${words.executed}</p>` : html`<p class="who"><span>${words.name_line}</span><span>${words.date_line}</span></p>`;
  return sheetHtml(language, { title, css, icon, isListed: !isKey, links: other, body: html`${head}
${groups(core.description, tag).map((group) => html`<section><h2>${group.title}</h2><ol class="questions">${
    group.questions.map((question) => questionHtml(question, core, tag, isKey))}</ol></section>`)}` });
}
