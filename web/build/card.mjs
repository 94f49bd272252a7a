// The card that a shared link shows, and the icons: drawn as SVG here, turned into PNG for those who want one.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Resvg, initWasm } from '@resvg/resvg-wasm';
import { html } from '../page/html.js';
import { WEB } from './assets.mjs';
import { buildWords } from './words.mjs';

export const CARD = { width: 1200, height: 630 };
const ICON = 180;
const FONTS = ['NotoSansCJK-Regular.ttc', 'NotoSansCJK-Bold.ttc'];

let rasterizer = null;

async function startRasterizer(fonts) {
  await initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const fontBuffers = await Promise.all(FONTS.map((name) => readFile(join(fonts, name))));
  return (svg) => Buffer.from(new Resvg(String(svg), {
    font: { fontBuffers, defaultFontFamily: 'Noto Sans CJK SC' },
  }).render().asPng());
}

/** An SVG as PNG. `fonts`: the folder of Debian's fonts-noto-cjk. */
async function png(svg, fonts) {
  rasterizer ??= await startRasterizer(fonts);
  return rasterizer(svg);
}

function cellOf(core, [lesson, table, row, column], tag) {
  const found = core.run(lesson, tag).tables.find((each) => each.id === table);
  return found.rows[found.row_ids.indexOf(row)][found.columns.findIndex((each) => each.key === column)];
}

/** What the card shows, as the engine has it: the model, the parts of its memory by category and one GPU's. */
function shown(core, tag) {
  const labels = new Map(core.description.categories.map((category) => [category.id, category.label[tag]]));
  const billions = cellOf(core, ['budget', 'budget', '7B', 'parameters'], tag).value / 1e9;
  const gigabytes = cellOf(core, ['recipes', 'gpus', 'h100_80gb', 'marketed'], tag).value;
  return {
    model: cellOf(core, ['budget', 'budget', '7B', 'model'], tag).text,
    gpu: { gigabytes, memory: `${gigabytes} GB` },
    parts: ['parameter', 'gradient', 'master_weight', 'optimizer_state'].map((id) => ({
      id, label: labels.get(id), gigabytes: billions * cellOf(core, ['recipes', 'recipes', 'bf16_master_weights', id], tag).value,
    })),
  };
}

/** What the model's parameters take while they train, against a GPU. */
function cardSvg(core, tag, palette) {
  const words = buildWords(tag);
  const { gpu, parts } = shown(core, tag);
  const total = parts.reduce((sum, part) => sum + part.gigabytes, 0);
  const [left, top, room, height] = [80, 330, 1040, 120];
  const x = (gigabytes) => left + (gigabytes / total) * room;
  let at = 0;
  const bars = parts.map((part) => {
    const from = at;
    at += part.gigabytes;
    return html`<rect x="${x(from)}" y="${top}" width="${x(at) - x(from) - 4}" height="${height}" fill="${palette.inks[part.id].light}"/>
<text x="${x(from)}" y="${top + height + 40}" font-size="26">${part.label}</text><text x="${x(from)}" y="${top + height + 78}" font-size="30" font-weight="700">${part.gigabytes} GB</text>`;
  });
  const { text, background } = palette.surfaces;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}" width="${CARD.width}" height="${CARD.height}" font-family="Noto Sans CJK SC" fill="${text.light}">
<rect width="${CARD.width}" height="${CARD.height}" fill="${background.light}"/>
<text x="${left}" y="130" font-size="34" font-weight="700">Tally</text>
<text x="${left}" y="215" font-size="66" font-weight="700">${words.lecture}</text>
${bars}
<path d="M${x(gpu.gigabytes)} ${top - 26}v${height + 52}" stroke="${background.light}" stroke-width="11"/><path d="M${x(gpu.gigabytes)} ${top - 26}v${height + 52}" stroke="${palette.inks.limit.light}" stroke-width="5" stroke-dasharray="14 9"/>
<text x="${x(gpu.gigabytes)}" y="${top - 38}" font-size="28" text-anchor="middle" fill="${palette.inks.limit.light}">${words.one_gpu(gpu.memory)}</text>
</svg>`;
}

/** Files by name: the icon as SVG and PNG and, for a site whose address is known, the cards as PNG. */
export async function pictures(core, fonts, site) {
  const palette = JSON.parse(await readFile(join(WEB, 'palette.json'), 'utf8'));
  const icon = await readFile(join(WEB, 'icon.svg'), 'utf8');
  const files = { 'icon.svg': icon,
    'icon.png': await png(icon.replace('<svg ', `<svg width="${ICON}" height="${ICON}" `)
      .replace('>', `><rect width="32" height="32" fill="${palette.surfaces.background.light}"/>`), fonts) };
  for (const { tag } of site ? core.description.languages : []) files[`card-${tag}.png`] = await png(cardSvg(core, tag, palette), fonts);
  return files;
}

/**
 * `<meta>`s of the shared card, the icons and the colour of the browser's frame. Whoever shows a card takes its
 * picture at a whole address only, so there is none for a site whose address the build does not know.
 */
export function headLinks(core, language, { urls, site, title, description, palette }) {
  const { languages } = core.description;
  const { locale, card_alt } = buildWords(language.tag);
  const property = (name, content) => html`<meta property="og:${name}" content="${content}">`;
  const image = () => {
    const { model, gpu } = shown(core, language.tag);
    return html`${property('image', urls[`card-${language.tag}.png`])}${property('image:width', CARD.width)}${
      property('image:height', CARD.height)}${property('image:alt', card_alt(model, gpu.memory))}`;
  };
  return html`<link rel="icon" href="${urls['icon.svg']}" type="image/svg+xml"><link rel="apple-touch-icon" href="${urls['icon.png']}">${
    ['light', 'dark'].map((scheme) => html`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${palette.surfaces.background[scheme]}">`)}${
    property('type', 'article')}${property('site_name', 'Tally')}${property('title', title)}${property('description', description)}${
    property('locale', locale)}${languages.filter((each) => each !== language).map((each) => property('locale:alternate', buildWords(each.tag).locale))}${
    site ? html`${property('url', `${site}${language.tag}/`)}${image()}` : ''}<meta name="twitter:card" content="${site ? 'summary_large_image' : 'summary'}">`;
}
