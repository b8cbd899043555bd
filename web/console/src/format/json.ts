// Indents JSON without parsing it: parsed and written again, long amounts would change.
const marks = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g

export function indentedJson(text: string): string {
  let depth = 0
  let shown = ''
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [mark] of text.matchAll(marks)) {
    if (mark === '}' || mark === ']') {
      depth -= 1
      // Nothing was in between.
      const opened = shown.trimEnd()
      shown = /[{[]$/.test(opened) ? opened + mark : shown + line() + mark
    } else if (mark === '{' || mark === '[') {
      depth += 1
      shown += mark + line()
    } else if (mark === ',') shown += mark + line()
    else shown += mark === ':' ? ': ' : mark
  }
  return shown
}
