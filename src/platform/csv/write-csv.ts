// Writes CSV by RFC 4180: rows in, text out, a piece at a time. Knows nothing of us.
//
// People open such files in spreadsheets, which take a cell that begins like a formula for one. Whatever could is given an
// apostrophe in front, the spreadsheets' own mark for text. Plain numbers stay as they are, negative ones included.

/** Nothing is written for what is not there. */
export type CsvCell = string | undefined

const lineEnd = '\r\n'

/** How much text is gathered before it is handed on. */
const pieceLength = 16_384

/** The rows as text, under a line of headings. Reads the next rows only when the next chunk is requested. */
export async function* writeCsv(
  headings: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>,
): AsyncGenerator<string, void, undefined> {
  let piece = csvLine(headings)
  for await (const row of rows) {
    piece += csvLine(row)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

export function csvLine(cells: readonly CsvCell[]): string {
  const line = cells.map((cell) => (cell === undefined ? '' : quoted(neutralizeFormula(cell)))).join(',')
  // Many readers skip empty lines, but a row of one empty cell is a row.
  return (line === '' ? '""' : line) + lineEnd
}

/** Also with a semicolon, which separates cells in half of the world's spreadsheets. */
function quoted(text: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const plainNumber = /^-?[0-9]+(\.[0-9]+)?$/

/** What a formula begins with, in both widths; spreadsheets pass over blanks and unprintable characters before it. */
const formulaStart = '=+\\-@\uff1d\uff0b\uff0d\uff20'
const passedOver = "\\s\\p{C}'"
const beginsFormula = new RegExp(`^[${passedOver}]*[${formulaStart}]`, 'u')
const isPassedOver = new RegExp(`^[${passedOver}]*$`, 'u')
const needsLook = new RegExp(`[${formulaStart}\\t\\r\\n]`, 'u')

/** The same text, marked as text wherever it could pass for a formula. */
export function neutralizeFormula(text: string): string {
  if (!needsLook.test(text) || plainNumber.test(text)) return text.toWellFormed()
  return partsOf(text.toWellFormed())
    .map(({ part, isDangerous }) => (isDangerous ? `'${part}` : part))
    .join('')
}

/** Takes the marks away again, for programs that read what we wrote. */
export function removeFormulaMark(text: string): string {
  return partsOf(text)
    .map(({ part, isDangerous }) => (isDangerous && part.startsWith("'") ? part.slice(1) : part))
    .join('')
}

/** Where a spreadsheet may begin a cell: at the start of the text and, if it splits at other characters than we do, after
 * a semicolon, a tab or a line break inside it. From the end, since what is passed over may lead into the next part. */
function partsOf(text: string): readonly { readonly part: string; readonly isDangerous: boolean }[] {
  let leadsToFormula = false
  const parts = text
    .split(/(?<=[;\t\r\n])/)
    .toReversed()
    .map((part) => {
      leadsToFormula = beginsFormula.test(part) || (leadsToFormula && isPassedOver.test(part))
      return { part, isDangerous: leadsToFormula }
    })
    .toReversed()
  const [first, ...rest] = parts
  if (!first) return []
  // Some spreadsheets drop a tab or a line break at the start, and look at what follows then.
  const isBlankLine = isPassedOver.test(first.part) && /[\t\r\n]$/.test(first.part)
  return [{ part: first.part, isDangerous: first.isDangerous || isBlankLine }, ...rest]
}
