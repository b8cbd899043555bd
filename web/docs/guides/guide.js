// A guide: the text of a task, with examples from the same table as the reference's.
import { h } from '../elements.js'
import { pathOf } from '../route.js'
import { notice } from '../states.js'
import { codeExample } from './code-example.js'
import { markdown } from './markdown.js'

/**
 * @typedef {import('../reference.js').Reference} Reference
 * @typedef {import('../reference.js').Guide} Guide
 */

/**
 * @param {string} name
 * @param {Reference} reference
 * @returns {Promise<HTMLElement>}
 */
export async function guidePage(name, reference) {
  const guide = reference.guides.find((each) => each.name === name)
  if (!guide) return notice('Page not found', `There is no guide ${name}.`)
  const response = await fetch(`/docs/guides/${encodeURIComponent(name)}.md`, { credentials: 'omit' })
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
  const options = {
    linkTo: (/** @type {string} */ target) => linkTo(target, guide, reference),
    example(/** @type {string} */ operation) {
      const found = reference.operations.find((each) => each.name === operation)
      return found && codeExample(found)
    },
  }
  return h(
    'article',
    { class: 'operation guide' },
    h('p', { class: 'eyebrow' }, 'Guide'),
    ...markdown(await response.text(), options),
  )
}

/** @param {string} name @param {Reference} reference */
export function guideTitle(name, { guides }) {
  return guides.find((each) => each.name === name)?.title ?? 'Page not found'
}

/**
 * Links lead to other guides and to other sites. Those to files of the repository stay words, since they are not here.
 * @param {string} target
 * @param {Guide} here
 * @param {Reference} reference
 */
function linkTo(target, here, { guides, version }) {
  if (/^https:\/\//.test(target)) return target
  const [file = '', anchor] = target.split('#')
  const guide = file === '' ? here : guides.find((each) => each.file === file || each.name === file)
  return guide && pathOf({ version, guide: guide.name, ...(anchor && { anchor }) })
}
