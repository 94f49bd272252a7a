// Predict, then reveal: the reader commits to a choice, the core executes the question's setting, and the
// page says what it found and why. Nothing is revealed before that, nor while a link is blind.
import { answerOf, keepAnswer } from './answers.js';
import { make } from './dom.js';

/** A question that the build laid out. `app`: core, language, words, isBlind(). */
function createQuestion(form, question, app) {
  const { words, language } = app;
  const part = (name) => form.querySelector(`[data-part="${name}"]`);
  const [bar, verdict] = [part('bar'), part('verdict')];
  const fieldset = form.querySelector('fieldset');
  const radios = [...form.querySelectorAll('input[type=radio]')];
  const labelOf = (id) => question.choices.find((choice) => choice.id === id)?.label[language] ?? id;
  let committed = '';
  let isRevealed = false;
  let round = 0;  // of answering; what an earlier one still brings is not shown
  let asked = -1;  // the round for which the core was asked

  part('answer').remove();
  const commit = make('button', { type: 'submit', className: 'press', textContent: words.question_commit });
  const reveal = make('button', { type: 'button', textContent: words.question_reveal, onclick: () => ask() });
  const again = make('button', { type: 'button', className: 'quiet', textContent: words.question_again, onclick: restart });
  bar.append(commit, reveal, again);

  function say(...nodes) {
    verdict.replaceChildren(...nodes);
  }

  function refresh() {
    const isCommitted = committed !== '' || isRevealed;
    const focused = form.contains(document.activeElement) ? document.activeElement : null;
    commit.hidden = isCommitted;
    reveal.hidden = isRevealed || !app.isBlind();
    again.hidden = !isCommitted;
    for (const radio of radios) {
      if (committed) radio.checked = radio.value === committed;
      radio.disabled = isCommitted;
    }
    if (focused?.hidden || focused?.disabled) again.focus();
    fieldset.dataset.state = isRevealed ? 'revealed' : isCommitted ? 'committed' : 'open';
  }

  function mark(correct) {
    for (const row of form.querySelectorAll('[data-choice]')) {
      const id = row.dataset.choice;
      const said = [id === correct && words.question_is_found, id === committed && words.question_is_yours].filter(Boolean);
      const place = row.querySelector('[data-part="mark"]');
      place.hidden = said.length === 0;
      place.textContent = said.join(words.list_separator);
      row.classList.toggle('is-found', id === correct);
      row.classList.toggle('is-yours', id === committed);
    }
  }

  function show({ correct, explanation }) {
    isRevealed = true;
    mark(correct);
    const judged = committed && make('p', {
      className: 'verdict-judged', attrs: { 'data-verdict': committed === correct ? 'right' : 'wrong' },
    }, make('span', { className: 'verdict-sign', textContent: committed === correct ? '✓' : '✗', attrs: { 'aria-hidden': 'true' } }),
    committed === correct ? words.question_right : words.question_wrong);
    say(...[judged || null, make('p', { className: 'verdict-found', textContent: words.question_found(labelOf(correct)) }),
      make('p', { textContent: explanation })].filter(Boolean));
    refresh();
  }

  /** Lets the core execute, and reveals what it found. */
  async function ask() {
    if (isRevealed || asked === round) return;
    const mine = round;
    asked = mine;
    say(make('p', { textContent: words.question_waiting }));
    const outcome = await app.core.ask(question.id, language);
    if (mine !== round) return;
    asked = -1;
    const answer = outcome.status === 'done' ? JSON.parse(outcome.response) : { error: outcome.message ?? outcome.status };
    if (answer.error) {
      say(make('p', { textContent: words.question_failed(answer.error) }));
      committed = '';
      refresh();
    } else show(answer);
  }

  function take(choice) {
    committed = choice;
    refresh();
    if (app.isBlind()) say(make('p', { textContent: words.question_kept }));
    else ask();
  }

  function restart() {
    keepAnswer(question.id, '');
    round += 1;
    committed = '';
    isRevealed = false;
    mark(null);
    say();
    radios.forEach((radio) => {
      radio.checked = false;
    });
    refresh();
    radios[0].focus();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = radios.find((radio) => radio.checked);
    if (!chosen) {
      say(make('p', { textContent: words.question_choose }));
      radios[0].focus();
      return;
    }
    keepAnswer(question.id, chosen.value);
    take(chosen.value);
  });
  radios.forEach((radio) => radio.addEventListener('change', () => !committed && say()));
  refresh();

  return {
    id: question.id,
    element: form,
    reveal: ask,
    get isRevealed() {
      return isRevealed;
    },
    /** Shows what the reader committed to before, if anything. */
    resume() {
      const kept = answerOf(question.id);
      if (question.choices.some((choice) => choice.id === kept)) take(kept);
    },
    /** The link became blind, or no longer is. */
    refreshBlind() {
      refresh();
      if (!app.isBlind() && committed) ask();
    },
  };
}

/** Takes over every question of the page; each resumes when it comes near. Gives them by id. */
export function startQuestions(app) {
  const questions = new Map();
  const near = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      near.unobserve(target);
      questions.get(target.dataset.question).resume();
    }
  }, { rootMargin: '100% 0px' });
  for (const question of app.description.questions) {
    const form = document.getElementById(`q-${question.id}`);
    if (!form) continue;
    questions.set(question.id, createQuestion(form, question, app));
    near.observe(form);
  }
  return questions;
}
