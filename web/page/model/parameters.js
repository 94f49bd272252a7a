// The settings of a training step: what the form, the address and the engine's options are made from. Labels are in
// texts/; what a choice may be comes from the engine's description.

/** The choice whose option takes what is written in the parameter that is `of` it. */
const LIST = 'list';

/** `max` bounds the slider and what may be typed; the engine has limits of its own beyond. `isOptional`: "" leaves the option out,
 * and the engine takes its own. */
export const GROUPS = [
  { id: 'data', parameters: [
    { key: 'batch', kind: 'integer', option: '--batch', default: '1', min: 1, max: 1024, scale: 'log' },
    { key: 'sequence', kind: 'integer', option: '--sequence', default: '', min: 1, max: 1048576, scale: 'log', isOptional: true },
    { key: 'micro_batches', kind: 'integer', option: '--micro-batches', default: '1', min: 1, max: 1024, scale: 'log' },
  ] },
  { id: 'states', parameters: [
    { key: 'regime', kind: 'choice', option: '--regime', default: 'bf16_master_weights', from: 'regimes' },
    { key: 'optimizer', kind: 'choice', option: '--optimizer', default: 'adamw', from: 'optimizers' },
    { key: 'stepping', kind: 'choice', option: '--stepping', default: 'foreach', from: 'steppings' },
  ] },
  { id: 'trains', parameters: [
    { key: 'lora_rank', kind: 'integer', option: '--lora-rank', default: '0', min: 0, max: 1024, scale: 'log' },
    { key: 'lora_all', kind: 'flag', option: '--lora-all' },
    { key: 'frozen_blocks', kind: 'integer', option: '--frozen-blocks', default: '0', min: 0, max: 256 },
    { key: 'frozen_embeddings', kind: 'flag', option: '--frozen-embeddings' },
  ] },
  { id: 'kernels', parameters: [
    { key: 'profile', kind: 'choice', option: '--profile', default: 'fused', choices: ['fused', 'eager'] },
    { key: 'attention', kind: 'choice', option: '--attention', default: '', from: 'attentions', isOptional: true },
    { key: 'norm', kind: 'choice', option: '--norm', default: '', from: 'norms', isOptional: true },
    { key: 'loss', kind: 'choice', option: '--loss', default: 'upcast', from: 'losses' },
    { key: 'recompute', kind: 'choice', option: '--recompute', default: 'none', choices: ['none', 'selective', 'blocks', LIST] },
    { key: 'recompute_list', kind: 'list', default: '4', of: 'recompute' },
  ] },
  { id: 'spread', parameters: [
    { key: 'zero', kind: 'choice', option: '--zero', default: '0', choices: ['0', '1', '2', '3'] },
    { key: 'gpus', kind: 'integer', option: '--gpus', default: '1', min: 1, max: 4096, scale: 'log' },
    { key: 'unsharded', kind: 'flag', option: '--unsharded-gradients' },
    { key: 'gpu', kind: 'choice', option: '--gpu', default: 'h100_80gb', from: 'gpus', isVerdict: true },
  ] },
];

export const PARAMETERS = GROUPS.flatMap((group) => group.parameters);
export const DEFAULT_MODEL = 'llama-3.1-8b';
/** Stands in `model` for a file that was brought; its text is in no address. */
export const FILE = 'config.json';

export const defaults = () => ({ model: DEFAULT_MODEL, ...Object.fromEntries(PARAMETERS.map(({ key, kind, default: text }) => [key, kind === 'flag' ? '' : text])) });

export const choicesOf = (parameter, description) => parameter.choices
  ?? [...(parameter.isOptional ? [''] : []), ...description[parameter.from].map((row) => row.id ?? row)];

/** Whether a parameter says something beside these values. */
export const isUsed = ({ of }, values) => of === undefined || values[of] === LIST;

/** What is wrong with a value, as {key, kind, ...}; null where nothing is. */
export function issueOf(parameter, text, description) {
  if (parameter.isOptional && text === '') return null;
  if (parameter.kind === 'integer') {
    const { min, max } = parameter;
    return /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? null : { key: parameter.key, kind: 'integer', min, max };
  }
  if (parameter.kind === 'list') return /^\d{1,6}(,\d{1,6})*$/.test(text) ? null : { key: parameter.key, kind: 'list' };
  if (parameter.kind === 'choice') {
    const choices = choicesOf(parameter, description);
    return choices.includes(text) ? null : { key: parameter.key, kind: 'choice', got: text, choices: choices.filter(Boolean) };
  }
  return ['', '1'].includes(text) ? null : { key: parameter.key, kind: 'flag' };
}

/** The options of `tally account` that say what the step is. */
function stepOf(values) {
  const options = [values.model === FILE ? `--config=${FILE}` : `--model=${values.model}`];
  for (const { key, kind, option, isVerdict, isOptional } of PARAMETERS) {
    if (isVerdict || !option) continue;
    const text = values[key] === LIST ? values[PARAMETERS.find(({ of }) => of === key).key] : values[key];
    if (kind === 'flag' ? text : text || !isOptional) options.push(kind === 'flag' ? option : `${option}=${text}`);
  }
  return options;
}

export const optionsOf = (values) => [...stepOf(values), '--ledger', '--timeline'];

/** The same step, and what would help on a GPU: it executes every change, and so is asked for apart. */
export const verdictOptionsOf = (values) => [...stepOf(values), `--gpu=${values.gpu}`];

/** A slider's positions: doubling where sizes are, one by one elsewhere. The field beside it takes any number. */
export function sliderOf({ min, max, scale }) {
  if (scale !== 'log') return { min, max, at: Number, value: String };
  const low = min === 0 ? -1 : 0;
  return { min: low, max: Math.floor(Math.log2(max)), at: (text) => (Number(text) < 1 ? -1 : Math.round(Math.log2(Number(text)))),
    value: (position) => (position < 0 ? '0' : String(2 ** position)) };
}
