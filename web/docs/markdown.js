// Turns the Markdown that our decisions are written in into elements: headings, paragraphs, lists, tables, code, bold.
import { h, word } from './elements.js'

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function markdown(text) {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim())
  return blocks.filter(Boolean).map(blockElement)
}

/**
 * @param {string} block
 * @returns {HTMLElement}
 */
function blockElement(block) {
  const heading = /^(#{1,4}) (.*)$/.exec(block)
  if (heading)
    return h(heading[1] === '#' ? 'h1' : 'h2', { tabindex: heading[1] === '#' && '-1' }, ...inline(heading[2] ?? ''))
  if (block.startsWith('|')) return table(block.split('\n'))
  if (block.startsWith('```')) return h('pre', { tabindex: '0' }, h('code', {}, block.replace(/^```.*\n|\n?```$/g, '')))
  const items = block.split(/\n(?=- |\d+\. )/)
  if (/^- /.test(block)) return h('ul', {}, ...items.map((item) => h('li', {}, ...inline(item.slice(2)))))
  if (/^\d+\. /.test(block))
    return h('ol', {}, ...items.map((item) => h('li', {}, ...inline(item.replace(/^\d+\. /, '')))))
  return h('p', {}, ...inline(block))
}

/** @param {readonly string[]} lines */
function table([head = '', , ...rows]) {
  return h(
    'div',
    { class: 'table-box', role: 'region', 'aria-label': 'Table', tabindex: '0' },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...cells(head).map((cell) => h('th', {}, ...inline(cell))))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...cells(row).map((cell) => h('td', {}, ...inline(cell)))))),
    ),
  )
}

/** @param {string} line */
function cells(line) {
  return line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim())
}

/**
 * Links stay words: they point at files of the repository, which are not here.
 * @param {string} text
 */
function inline(text) {
  const parts = text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
  return parts.map((part) => {
    if (part.startsWith('`')) return word(part.slice(1, -1))
    if (part.startsWith('**')) return h('strong', {}, part.slice(2, -2))
    if (part.length > 2 && part.startsWith('*') && part.endsWith('*')) return h('em', {}, part.slice(1, -1))
    return part.replaceAll('\n', ' ')
  })
}
