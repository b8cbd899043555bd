// The text of a decision that a field refers to.
import { h } from './elements.js'
import { markdown } from './markdown.js'
import { notice } from './states.js'

/**
 * @param {string} number such as 0006
 * @returns {Promise<HTMLElement>}
 */
export async function decisionPage(number) {
  const response = await fetch(`/docs/adr/${encodeURIComponent(number)}.md`, { credentials: 'omit' })
  if (response.status === 404) return notice('There is no such decision', `No page has the number ${number}.`)
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
  return h(
    'article',
    { class: 'operation decision' },
    h('p', { class: 'eyebrow' }, 'Architecture decision record'),
    ...markdown(await response.text()),
    h('p', {}, h('button', { type: 'button', class: 'button button-quiet', onclick: () => history.back() }, 'Back')),
  )
}
