// A page with questions, formulas, sources and a program planted into what the core says, so that the page's own
// behaviour is tested whatever the lecture holds. Numbers in the plants are the core's own.
import { parse, serialize } from 'parse5';
import { attribute, setInner, walk } from '../../web/build/tree.mjs';
import { questionsHtml } from '../../web/build/questions.mjs';
import { LOADER, TEXT_AT, withLoaderIn } from './browser.mjs';

export const QUESTION = {
  id: 'planted_question', lesson: 'recipes',
  prompt: { zh: '种下的题：哪个对？', en: 'Planted: which is right?' },
  choices: [
    { id: 'less', label: { zh: '少一半', en: 'Half of it' } },
    { id: 'same', label: { zh: '一样多', en: 'Just as much' } },
    { id: 'more', label: { zh: '更多', en: 'More' } },
  ],
};
export const ANSWER = { correct: 'same', explanation: { zh: '因为还有 <b>主权重</b>。', en: 'Because of the <b>master weights</b>.' } };
export const FORMULA = '(L + 1) × B × D × 4 B = (4 + 1) × 32 × 512 × 4 B = 327,680 B';
export const SOURCE = 'Executed; Chen et al. <2016>';
export const SCRIPT = { code: 'import torch\nx = torch.ones(2)\nprint(x.nbytes)', prints: [8, 1234567890123] };

/** Changes the core's loader so that the questions exist and each table's second cells have a formula. */
const SPOIL = `(makeCore) => async (options) => {
  const planted = ${JSON.stringify({ QUESTION, ANSWER, FORMULA, SOURCE, SCRIPT })};
  const textAt = ${TEXT_AT};
  const core = await makeCore(options);
  const real = core.ccall;
  globalThis.asked = 0;
  core.ccall = (name, result, types, values) => {
    if (name === 'tally_describe') {
      const description = JSON.parse(real(name, result, types, values));
      description.questions = [...description.questions.filter((each) => each.id !== planted.QUESTION.id), planted.QUESTION];
      return JSON.stringify(description);
    }
    if (name === 'tally_ask') {
      const { question, language } = JSON.parse(textAt(core, values[0]));
      if (question !== planted.QUESTION.id) return real(name, result, types, values);
      return JSON.stringify({ question, language, correct: planted.ANSWER.correct, explanation: planted.ANSWER.explanation[language], values: {}, error: '' });
    }
    if (name !== 'tally_run') return real(name, result, types, values);
    const response = JSON.parse(real(name, result, types, values));
    for (const table of response.presentation?.tables ?? []) {
      table.source = planted.SOURCE;
      for (const row of table.rows) for (const cell of row) delete cell.formula;
      for (const row of table.rows) row[row.length - 1].formula = planted.FORMULA;
    }
    if (response.presentation) response.presentation.pytorch = planted.SCRIPT;
    return JSON.stringify(response);
  };
  return core;
}`;

function plantPage(text, language) {
  const document = parse(text);
  const core = {
    description: { lessons: [{ id: 'recipes' }], questions: [QUESTION] },
    ask: (question, tag) => ({ correct: ANSWER.correct, explanation: ANSWER.explanation[tag] }),
  };
  walk(document, (node) => {
    if (node.tagName !== 'section' || attribute(node, 'id') !== 'recipes') return;
    const holder = { tagName: 'div', nodeName: 'div', attrs: [], childNodes: [], parentNode: node };
    setInner(holder, questionsHtml('recipes', core, language));
    node.childNodes.unshift(...holder.childNodes);
  });
  return serialize(document);
}

/** For `site.open({ prepare: plant })`. */
export async function plant(page) {
  await page.route(LOADER, async (route) => {
    const body = withLoaderIn(SPOIL, await (await route.fetch()).text());
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.route(/\/(zh|en)\/(index\.html)?(#.*)?$/, async (route) => {
    const language = route.request().url().includes('/zh/') ? 'zh' : 'en';
    await route.fulfill({ body: plantPage(await (await route.fetch()).text(), language), contentType: 'text/html; charset=utf-8' });
  });
}
