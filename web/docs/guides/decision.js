// The page that a field refers to where the specification leaves a choice: the list of choices, or a decision record.
import { h } from '../elements.js'
import { notice } from '../states.js'
import { markdown } from './markdown.js'

/**
 * @param {string} decision `choices`, or a record such as `adr/0021`
 * @returns {Promise<HTMLElement>}
 */
export async function decisionPage(decision) {
  const path = decision.split('/').map(encodeURIComponent).join('/')
  const response = await fetch(`/docs/${path}.md`, { credentials: 'omit' })
  if (response.status === 404) return notice('Page not found', `There is no page ${decision}.`)
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
  return h(
    'article',
    { class: 'operation decision' },
    h('p', { class: 'eyebrow' }, decision === 'choices' ? 'API reference' : 'Architecture decision record'),
    ...markdown(await response.text()),
    h('p', {}, h('button', { type: 'button', class: 'button button-quiet', onclick: () => history.back() }, 'Back')),
  )
}

/** @param {string} decision */
export function decisionTitle(decision) {
  return decision === 'choices' ? 'Choices' : decision.replace(/^adr\//, 'ADR ')
}
