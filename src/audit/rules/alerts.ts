// Which audit log entries alert the operator's users, and which of them the daily summary reports. Everything else about alerts
// (rows, e-mails, the console's page, the command) follows this table.

/**
 * - ALWAYS: reported in the daily summary.
 * - IF_WEAKENING: reported there if a control is weaker than before.
 * - NEVER: alerts only.
 */
type SummaryRule = 'ALWAYS' | 'IF_WEAKENING' | 'NEVER'

const alertRules = {
  APPROVAL_DECLINED: 'NEVER',
  APPROVAL_GIVEN: 'ALWAYS',
  APPROVAL_REQUESTED: 'NEVER',
  CONTROLS_WEAKENED: 'ALWAYS',
  GATEWAY_SETTINGS_CHANGED: 'IF_WEAKENING',
  LINK_CHANGED: 'ALWAYS',
  LINK_CREATED: 'ALWAYS',
  LINK_DISABLED: 'ALWAYS',
  LINK_ENABLED: 'ALWAYS',
  ROUTES_CHANGED: 'ALWAYS',
} as const satisfies Readonly<Record<string, SummaryRule>>

export type AlertAction = keyof typeof alertRules

export const alertActions = Object.keys(alertRules) as readonly AlertAction[]

export function isAlertAction(action: string): action is AlertAction {
  return Object.hasOwn(alertRules, action)
}

/** A setting that was changed; null where there was or is no value. */
export interface AlertChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
  /** It protects less than before. */
  readonly weakens?: boolean
}

export interface AlertContent {
  /** How an alert counts. */
  readonly isWeakening: boolean
  readonly isInSummary: boolean
}

export function alertContentOf(action: AlertAction, subject: object): AlertContent {
  const isWeakening = action === 'CONTROLS_WEAKENED' || alertChanges(subject).some(({ weakens }) => weakens === true)
  const rule: SummaryRule = alertRules[action]
  return { isWeakening, isInSummary: rule === 'ALWAYS' || (rule === 'IF_WEAKENING' && isWeakening) }
}

/**
 * What was before and what is after, of an entry's subject: members that changed, controls, the settings of something new. Of secrets
 * entries have the names only.
 */
export function alertChanges(subject: object): readonly AlertChange[] {
  const { changed, controls, settings, secrets } = subject as Readonly<Record<string, unknown>>
  return [
    ...membersOf(changed).map(([name, value]) => changeOf(name, value)),
    ...membersOf(controls).map(([name, value]) => changeOf(name, value)),
    ...membersOf(settings).map(([name, after]) => ({ name, before: null, after })),
    ...(Array.isArray(secrets) ? secrets : []).map((name) => ({ name: String(name), ...changedSecret })),
  ]
}

/** What else an entry says by single values, such as what was requested, by its name. */
export function alertFacts(subject: object): readonly (readonly [name: string, value: unknown])[] {
  return membersOf(subject).filter(([name, value]) => !shownApart.has(name) && membersOf(value).length === 0)
}

/** As changes, or as what the alert is about; and what only programs read. */
const shownApart: ReadonlySet<string> = new Set([
  'changed',
  'controls',
  'settings',
  'secrets',
  'linkId',
  'requestId',
  'revision',
])

/** In place of values that are never stored. */
const changedSecret = { before: '***', after: '***' } as const

function changeOf(name: string, value: unknown): AlertChange {
  const { before = null, after = null, weakens } = Object.fromEntries(membersOf(value))
  return { name, before, after, ...(typeof weakens === 'boolean' && { weakens }) }
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

const valueTextMax = 200

/** A value on one line; empty where there is none. */
export function alertValueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    ' ',
  )
  return text.length > valueTextMax ? `${text.slice(0, valueTextMax - 1)}…` : text
}

/** The acquirer link that an entry is about. */
export function alertLinkId(subject: object): string | undefined {
  const { linkId } = subject as { readonly linkId?: unknown }
  return typeof linkId === 'string' ? linkId : undefined
}
