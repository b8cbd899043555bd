// The small marks beside a field: how present it is, since when, whether it is secret, whether we decided it.
import { h, icon } from './elements.js'
import { pathOf } from './route.js'

/**
 * @typedef {import('./reference.js').Entry} Entry
 * @typedef {import('./reference.js').Rule} Rule
 * @typedef {{ version: number, step: number }} Shown
 */

/** @param {string} presence such as REQUIRED with its group */
export function presenceMark(presence) {
  const [word = '', condition] = presence.split(/ (?=with )/)
  const kind = word.split(' ')[0]?.toLowerCase()
  return h(
    'span',
    { class: `presence presence-${kind}` },
    word.charAt(0) + word.slice(1).toLowerCase(),
    condition && h('span', { class: 'presence-condition' }, ` ${condition}`),
  )
}

/**
 * Everything that is to be said of a field.
 * @param {Entry} entry
 * @param {Shown} shown
 * @param {Entry} [around] the group
 * @returns {HTMLElement[]}
 */
export function badgesOf(entry, { version, step }, around) {
  const { secret, decided, isAlsoAccepted } = entry.row
  return [
    ...(secret ? [h('span', { class: 'badge badge-secret' }, icon('key'), 'Secret')] : []),
    ...(decided ? [decidedBadge(decided, version)] : []),
    ...(isAlsoAccepted ? [h('span', { class: 'badge' }, 'Also accepted')] : []),
    ...timeBadges(entry, step, around),
  ]
}

/**
 * What is different in other versions. What a group says of itself holds for its members and is not said again.
 * @param {Entry} entry
 * @param {number} step
 * @param {Entry} [around] the group
 * @returns {HTMLElement[]}
 */
export function timeBadges({ since, until, before }, step, around) {
  const badges = []
  const isTold = since === undefined || since === around?.since
  if (!isTold && since === step) badges.push(h('span', { class: 'badge badge-new' }, `New in ${since}`))
  if (!isTold && since !== step) badges.push(h('span', { class: 'badge' }, `Since ${since}`))
  if (until !== undefined && until !== around?.until)
    badges.push(h('span', { class: 'badge badge-gone' }, `Until ${until}`))
  if (before) badges.push(h('span', { class: 'badge badge-new' }, `Changed in ${step}`))
  return badges
}

/**
 * @param {string} decision the page that gives the reason: `choices`, or a record such as `adr/0021`
 * @param {number} version
 */
export function decidedBadge(decision, version) {
  const record = /^adr\/(.*)$/.exec(decision)?.[1]
  return h(
    'a',
    { class: 'badge badge-decided', href: pathOf({ version, decision }), title: 'Reason for this choice' },
    record ? `Gateway choice · ADR ${record}` : 'Gateway choice',
  )
}

/**
 * What is different from the step before, in words.
 * @param {Rule} before
 * @param {Rule} now
 */
export function changeText(before, now) {
  const parts = []
  if (before.type !== now.type) parts.push(`was ${before.type}, ${boundsText(before)}`)
  else if (before.values && now.values) parts.push(...valueChanges(before.values, now.values))
  else if (boundsText(before) !== boundsText(now)) parts.push(`was ${boundsText(before)}`)
  if (before.presence !== now.presence) parts.push(`was ${before.presence.toLowerCase()}`)
  if (before.default !== now.default)
    parts.push(before.default === undefined ? 'had no default' : `default was ${JSON.stringify(before.default)}`)
  return parts.join('; ')
}

/** @param {Rule} rule */
function boundsText({ bounds, values }) {
  return bounds ?? values?.join(', ') ?? ''
}

/**
 * @param {readonly string[]} before
 * @param {readonly string[]} now
 */
function valueChanges(before, now) {
  const added = now.filter((value) => !before.includes(value))
  const gone = before.filter((value) => !now.includes(value))
  const parts = []
  if (added.length > 0) parts.push(`new: ${added.join(', ')}`)
  if (gone.length > 0) parts.push(`gone: ${gone.join(', ')}`)
  return parts
}
