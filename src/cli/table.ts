// Plain text in aligned columns, safe to print whatever the cells hold.

const gap = '  '
const widthMax = 100

/** Columns under headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map(printable))
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))))
  return lines
    .map((cells) => `${cells.map((cell, at) => padded(cell, widths[at] ?? 0)).join(gap)}`.trimEnd())
    .join('\n')
}

/** Names with their values beside them, indented; long text continues in the lines below. */
export function pairs(rows: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...rows.map(([name]) => widthOf(name)))
  return rows
    .flatMap(([name, text]) => {
      const [first = '', ...more] = wrapped(printable(text), widthMax - width)
      const indent = ' '.repeat(width + 2 * gap.length)
      return [`${gap}${padded(name, width)}${gap}${first}`, ...more.map((line) => indent + line)]
    })
    .join('\n')
}

/** Certificates, names and ids come from outside, and some characters would move the cursor or reverse the text. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - widthOf(text), 0))
}

function widthOf(text: string): number {
  return [...text].length
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

export function timestampText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}
