// A figure's results as files: tables and timelines as CSV and JSON, with the setting they come from.

/** RFC 4180: comma between fields, CRLF after each line, quotes where they are needed. */
function csv(rows) {
  const field = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return rows.map((row) => `${row.map((value) => field(String(value ?? ''))).join(',')}\r\n`).join('');
}

const plain = (cell) => cell.value ?? cell.text;

export function tableCsv(table) {
  return csv([table.columns.map((column) => column.label), ...table.rows.map((row) => row.map(plain))]);
}

/** Where a result comes from: lesson, setting, versions and the link that shows it. */
function origin(response, link) {
  const { lesson, language, values, engine_version, pytorch_version } = response;
  return { lesson, language, values, engine_version, pytorch_version, link };
}

export function tableJson(table, response, link) {
  const rows = table.rows.map((row, index) => ({
    ...(table.row_ids?.[index] ? { id: table.row_ids[index] } : {}),
    ...Object.fromEntries(row.map((cell, column) => [table.columns[column].key, plain(cell)])),
  }));
  return json({ ...origin(response, link), table: table.id, caption: table.caption, columns: table.columns,
    rows, ...(table.source ? { source: table.source } : {}) });
}

/** One line per sample: where it is, its phase, the live bytes of each band and their sum. */
export function timelineCsv(timeline, totalLabel, phaseLabel) {
  const phaseAt = (x) => timeline.phases.find((phase) => phase.begin <= x && x < phase.end)?.label ?? '';
  const head = [timeline.x.label, phaseLabel, ...timeline.bands.map((band) => band.label), totalLabel];
  return csv([head, ...timeline.x_at.map((x, index) => {
    const bytes = timeline.bands.map((band) => band.bytes[index]);
    return [x, phaseAt(x), ...bytes, bytes.reduce((sum, each) => sum + each, 0)];
  })]);
}

export function timelineJson(timeline, response, link) {
  return json({ ...origin(response, link), timeline });
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
