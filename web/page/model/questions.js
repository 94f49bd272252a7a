// Questions of real models: each runs its settings, and what was executed decides which choice is right. Their words
// are in texts/.
import { FILE, optionsOf, defaults } from './parameters.js';
import { blockOf } from './read.js';

const TOKENS = 4096;
const setting = (changes, file) => ({ options: optionsOf({ ...defaults(), sequence: String(TOKENS), ...changes }), ...(file ? { file } : {}) });

/** Llama-3.1-8B, with so many heads of keys and values. */
const llama = (heads) => JSON.stringify({ model_type: 'llama', vocab_size: 128256, hidden_size: 4096, num_hidden_layers: 32, num_attention_heads: 32,
  num_key_value_heads: heads, intermediate_size: 14336, rms_norm_eps: 1e-5, rope_theta: 500000, hidden_act: 'silu', tie_word_embeddings: false,
  attention_bias: false, mlp_bias: false, max_position_embeddings: 131072 });

const together = (entries) => entries.reduce((sum, { bytes, count }) => sum + bytes * count, 0);
const inBlocks = ({ ledger }) => together(ledger.filter(({ module }) => blockOf(module) !== undefined));
const statesPer = (report) => {
  const { by_category: bytes } = report.instants.find(({ instant }) => instant === 'backward_end');
  return Math.round(['parameter', 'master_weight', 'gradient', 'optimizer_state'].reduce((sum, id) => sum + (bytes[id] ?? 0), 0) / report.parameters.total);
};

export const QUESTIONS = [
  {
    id: 'regimes',
    choices: ['8 16 18', '16 16 16', '12 16 20'],
    runs: ['bf16', 'bf16_master_weights', 'bf16_fp32_main_gradients'].map((regime) => setting({ regime, sequence: '512' })),
    judge: (reports) => ({ correct: reports.map(statesPer).join(' '), bytes: reports.map(statesPer) }),
  },
  {
    id: 'logits',
    choices: ['blocks', 'half', 'logits'],
    runs: [setting({ sequence: '8192', recompute: 'blocks' }), setting({ sequence: '8192', recompute: 'blocks', loss: 'chunked' })],
    judge([plain, chunked]) {
      const wide = together(plain.ledger.filter(({ shape }) => shape.at(-1) === plain.shape.vocabulary));
      const blocks = inBlocks(plain);
      const inForward = ({ instants }) => instants.find(({ instant }) => instant === 'forward').bytes;
      return { correct: wide > 1.5 * blocks ? 'logits' : blocks > 1.5 * wide ? 'blocks' : 'half', wide, blocks, spared: inForward(plain) - inForward(chunked) };
    },
  },
  {
    id: 'flash',
    choices: ['most', 'some', 'none'],
    runs: ['fused', 'eager'].flatMap((profile) => ['none', 'selective'].map((recompute) => setting({ model: 'llama-2-7b', profile, recompute }))),
    judge(reports) {
      const [flash, selective, eager, least] = reports.map(({ saved }) => saved);
      const spared = flash - selective;
      const share = spared / flash;
      return { correct: share > 0.5 ? 'most' : share > 0.15 ? 'some' : 'none', flash, spared, eager, least };
    },
  },
  {
    id: 'gqa',
    choices: ['quarter', 'little', 'nothing'],
    runs: [setting({ model: FILE }, llama(32)), setting({ model: FILE }, llama(8))],
    judge([full, grouping]) {
      const ratio = inBlocks(grouping) / inBlocks(full);
      const per = (report) => Math.round(inBlocks(report) / report.shape.layers / TOKENS);
      return { correct: ratio < 0.5 ? 'quarter' : ratio < 0.99 ? 'little' : 'nothing', full: per(full), less: per(grouping), percent: 100 * (1 - ratio) };
    },
  },
  {
    id: 'second',
    choices: ['activation', 'gradient', 'optimizer_state'],
    runs: [setting({ micro_batches: '4' })],
    judge([report]) {
      const ends = report.instants.filter(({ instant }) => instant === 'forward_end');
      const more = Object.keys(ends.at(-1).by_category).map((id) => [id, ends.at(-1).by_category[id] - (ends[0].by_category[id] ?? 0)]).sort((a, b) => b[1] - a[1]);
      return { correct: more[0][0], bytes: more[0][1], difference: ends.at(-1).bytes - ends[0].bytes };
    },
  },
];

/** The lecture's form of the questions, in one language; their lesson is `real`. `texts`: questions of texts/. */
export function describedIn(texts, tag) {
  return { lessons: [{ id: 'real' }], questions: QUESTIONS.map(({ id, choices }) => ({
    id, lesson: 'real', prompt: { [tag]: texts[id].prompt }, choices: choices.map((choice) => ({ id: choice, label: { [tag]: texts[id].choices[choice] } })) })) };
}

/** `reports`: of the question's runs, in their order. */
export function answerOf(id, reports, texts) {
  const { correct, ...values } = QUESTIONS.find((each) => each.id === id).judge(reports);
  return { correct, explanation: texts[id].explanation(values) };
}

export const runsOf = (id) => QUESTIONS.find((each) => each.id === id).runs;
