// The little Markdown that the reference needs.

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** A cell is one line, and a bar would end it. */
function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\\?\|/g, '\\|')
}

/** Escapes text that could be read as Markdown: bounds have brackets and backslashes. */
export function plain(text: string): string {
  return text.replace(/[\\`*[\]<]/g, '\\$&').replaceAll('](', ']\\(')
}

export function code(text: string): string {
  return `\`${text}\``
}

export function fenced(language: string, text: string): string {
  const fence = '`'.repeat(3)
  return [fence + language, text, fence].join('\n')
}

/** Blocks with an empty line between them, and one line end at the end. */
export function blocks(...parts: readonly (string | undefined | false)[]): string {
  return `${parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n')}\n`
}
