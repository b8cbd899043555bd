// A merchant as its services show it, and what the operator may change of it.
import type { MerchantBody } from '../../../../../src/console/response-bodies/merchants.ts'
import type { MerchantProfile } from '../../../../../src/merchants/rules/merchant.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { ApiProblem } from '../../api/problem.ts'

export const merchantPath = (merchantId: string) => path`/merchants/${merchantId}`

export type MerchantDetails = Jsonified<MerchantBody>

const changeable = [
  'name',
  'isEnabled',
  'authenticationMethods',
  'currencies',
  'operations',
  'acquirerLink',
  'routes',
  'verificationStrategy',
  'usesAccountUpdater',
  'isAggregator',
  'privileges',
  'schemes',
  'sources',
  'cardMasking',
  'accountNumbersInText',
  'categoryCodes',
  'pageOrigins',
  'pageColour',
  'pageFont',
  'takesPageAmounts',
  'notificationHosts',
  'providers',
  'payerAuthentication',
  'refundsNeedApproval',
  'hasReporting',
  'velocityLimits',
  'apiVelocityLimits',
  'authenticationDeclinePercent',
  'requestLimits',
] as const satisfies readonly (keyof MerchantProfile)[]

/** What the form holds. */
export type Profile = Pick<MerchantProfile, (typeof changeable)[number]>

export interface FieldsProps<Name extends keyof Profile = keyof Profile> {
  readonly profile: Pick<Profile, Name>
  /** Merges the changes into what the form holds by then, not into what is drawn. */
  readonly onChange: (changes: Partial<Pick<Profile, Name>>) => void
  readonly error: unknown
  /** Of a new merchant: each field says what its default is. */
  readonly explainsDefaults?: boolean
}

export function profileOf(merchant: Profile): Profile {
  const { adapter, acquirerId, acquirerMerchantId, needsPartialAmountFlag = false } = merchant.acquirerLink
  const picked = Object.fromEntries(changeable.map((name) => [name, merchant[name]])) as unknown as Profile
  return { ...picked, acquirerLink: { adapter, acquirerId, acquirerMerchantId, needsPartialAmountFlag } }
}

/** Only differences are sent, so that concurrent changes of other users are kept. */
export function profileChanges(before: Profile, after: Profile): Partial<Profile> {
  return Object.fromEntries(
    changeable
      .filter((name) => canonicalText(before[name]) !== canonicalText(after[name]))
      .map((name) => [name, after[name]]),
  )
}

/** Equal for equal values: the gateway may return members in another order than they were typed in. */
function canonicalText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )
}

/** What a refusal says about a field, or about a part or an item of it. */
export function problemAt(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiProblem) || error.field === undefined) return undefined
  const { field, message } = error
  return field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`) ? message : undefined
}
