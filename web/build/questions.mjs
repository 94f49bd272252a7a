// The questions of a lesson as they stand in the page before the engine arrives, or without it: prompt,
// choices, and the answer folded away. The page's questions.js takes their parts over by data-part.
import { html } from '../page/html.js';
import { wordsOf } from '../page/words.js';

function choiceHtml(question, choice, tag) {
  return html`<li data-choice="${choice.id}"><label><input type="radio" name="q-${question.id}" value="${choice.id}"><span>${
    choice.label[tag]}</span></label> <span class="choice-mark" data-part="mark" hidden></span></li>`;
}

function questionHtml(question, core, tag) {
  const words = wordsOf(tag);
  const answer = core.ask(question.id, tag);
  const right = question.choices.find((choice) => choice.id === answer.correct);
  if (!right && !answer.error) throw new Error(`question ${question.id}: the engine found "${answer.correct}", which is none of its choices`);
  return html`<form class="question" id="q-${question.id}" data-question="${question.id}"><fieldset aria-describedby="q-${question.id}-kind"><legend>${
    question.prompt[tag]}</legend><p class="question-kind" id="q-${question.id}-kind">${words.question}</p><ul class="choices">${
    question.choices.map((choice) => choiceHtml(question, choice, tag))}</ul></fieldset><div class="question-bar" data-part="bar"></div><div class="verdict" data-part="verdict" role="status"></div><details class="answer" data-part="answer"><summary>${
    words.question_answer}</summary><p class="verdict-found">${right ? words.question_found(right.label[tag]) : answer.error}</p><p>${answer.explanation}</p></details></form>`;
}

/** The inside of `<div data-questions="LESSON">`; a lesson is its id, "opening" or "closing". */
export function questionsHtml(lesson, core, tag) {
  const known = ['opening', 'closing', ...core.description.lessons.map((each) => each.id)];
  if (!known.includes(lesson)) throw new Error(`index.html: data-questions="${lesson}": it is one of ${known.join(', ')}`);
  const own = core.description.questions.filter((question) => question.lesson === lesson);
  return own.map((question) => questionHtml(question, core, tag)).join('\n');
}
