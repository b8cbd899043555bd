// Turns the Markdown that our guides and decisions are written in into elements: headings, paragraphs, lists, tables, code.
import { h, word } from '../elements.js'

/**
 * @typedef {object} MarkdownOptions
 * @property {(target: string) => string | undefined} [linkTo] the address for a link of the text; without one it stays a word
 * @property {(operation: string) => HTMLElement | undefined} [example] what stands for `<!-- example: PAY -->`
 */

/**
 * @param {string} text
 * @param {MarkdownOptions} [options]
 * @returns {HTMLElement[]}
 */
export function markdown(text, options = {}) {
  return new Blocks(text.split('\n'), options).read()
}

const listItem = /^(?:[-*]|\d+\.) +/
const startsBlock = /^(#{1,4} |```|\||<!--|(?:[-*]|\d+\.) )/

/** Reads lines from the top; what is inside a list item is read the same way. */
class Blocks {
  #lines
  #options
  #at = 0

  /**
   * @param {readonly string[]} lines
   * @param {MarkdownOptions} options
   */
  constructor(lines, options) {
    this.#lines = lines
    this.#options = options
  }

  read() {
    /** @type {HTMLElement[]} */
    const elements = []
    while (this.#at < this.#lines.length) {
      const line = this.#line()
      const element = line.trim() === '' ? this.#skip() : this.#block(line)
      if (element) elements.push(element)
    }
    return elements
  }

  #line(ahead = 0) {
    return this.#lines[this.#at + ahead] ?? ''
  }

  /** @returns {undefined} */
  #skip() {
    this.#at += 1
    return undefined
  }

  /** @param {string} line */
  #block(line) {
    if (line.startsWith('```')) return this.#code()
    if (line.startsWith('|'))
      return table(
        this.#take((each) => each.startsWith('|')),
        this.#options,
      )
    if (line.startsWith('<!--')) return this.#comment(line)
    if (listItem.test(line)) return this.#list(line)
    const heading = /^(#{1,4}) (.*)$/.exec(line)
    if (heading) return this.#heading(heading[1] ?? '', heading[2] ?? '')
    const first = [line]
    this.#at += 1
    const rest = this.#take((each) => each.trim() !== '' && !startsBlock.test(each))
    return h('p', {}, ...inline([...first, ...rest].join(' '), this.#options))
  }

  /** @param {(line: string) => boolean} fits */
  #take(fits) {
    const from = this.#at
    while (this.#at < this.#lines.length && fits(this.#line())) this.#at += 1
    return this.#lines.slice(from, this.#at)
  }

  /**
   * @param {string} marks
   * @param {string} text
   */
  #heading(marks, text) {
    this.#at += 1
    const words = inline(text, this.#options)
    if (marks === '#') return h('h1', { tabindex: '-1' }, ...words)
    return h(marks === '##' ? 'h2' : 'h3', { id: anchorOf(text), tabindex: '-1' }, ...words)
  }

  #code() {
    this.#at += 1
    const lines = this.#take((line) => !line.startsWith('```'))
    this.#at += 1
    return h('pre', { class: 'code', tabindex: '0', 'aria-label': 'Code' }, h('code', {}, lines.join('\n')))
  }

  /** @param {string} line */
  #comment(line) {
    this.#take((each) => !each.includes('-->'))
    this.#at += 1
    const [, operation] = /^<!-- example: (\w+) -->$/.exec(line) ?? []
    return operation === undefined ? undefined : this.#options.example?.(operation)
  }

  /** @param {string} first */
  #list(first) {
    const items = []
    while (listItem.test(this.#line())) items.push(this.#item())
    return h(/^\d/.test(first) ? 'ol' : 'ul', {}, ...items)
  }

  /** Its first line, lines that go on, and whatever is indented below it. */
  #item() {
    const lines = [this.#line().replace(listItem, '')]
    this.#at += 1
    const goesOn = (/** @type {string} */ line) =>
      /^ {2,}\S/.test(line) || (line.trim() !== '' && !startsBlock.test(line))
    while (this.#at < this.#lines.length) {
      if (this.#line().trim() === '' && !/^ {2,}\S/.test(this.#line(1))) break
      if (this.#line().trim() !== '' && !goesOn(this.#line())) break
      lines.push(this.#line().replace(/^ {1,3}/, ''))
      this.#at += 1
    }
    while (this.#line().trim() === '' && listItem.test(this.#line(1))) this.#at += 1
    const elements = new Blocks(lines, this.#options).read()
    // An item of one paragraph needs none.
    const [only] = elements
    return h('li', {}, ...(elements.length === 1 && only?.tagName === 'P' ? [...only.childNodes] : elements))
  }
}

/**
 * As the addresses of headings are made where these texts are shown as files: "EMV 3-D Secure" is emv-3-d-secure.
 * @param {string} text
 */
function anchorOf(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')
}

/**
 * @param {readonly string[]} lines
 * @param {MarkdownOptions} options
 */
function table([head = '', , ...rows], options) {
  const cell = (/** @type {'th' | 'td'} */ tag) => (/** @type {string} */ text) => h(tag, {}, ...inline(text, options))
  return h(
    'div',
    { class: 'table-box', role: 'region', 'aria-label': 'Table', tabindex: '0' },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...cells(head).map(cell('th')))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...cells(row).map(cell('td'))))),
    ),
  )
}

/** @param {string} line */
function cells(line) {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => cell.trim())
}

const marked = /(`[^`]+`|\[[^\]]+\]\([^)]*\)|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/

/**
 * @param {string} text
 * @param {MarkdownOptions} options
 * @returns {(Node | string)[]}
 */
function inline(text, options) {
  return text.split(marked).map((part) => {
    if (part.startsWith('`') && part.length > 2) return word(part.slice(1, -1))
    if (part.startsWith('**')) return h('strong', {}, ...inline(part.slice(2, -2), options))
    if (part.length > 2 && part.startsWith('*') && part.endsWith('*'))
      return h('em', {}, ...inline(part.slice(1, -1), options))
    const link = /^\[([^\]]+)\]\(([^)]*)\)$/.exec(part)
    if (!link) return part
    const href = options.linkTo?.(link[2] ?? '')
    const words = inline(link[1] ?? '', options)
    return href === undefined ? h('span', {}, ...words) : h('a', { href }, ...words)
  })
}
