// What each setting of a profile is by default, and why: one sentence for the operator who creates a merchant.
import type { FieldsProps, Profile } from './merchant.ts'

export const defaultTexts: Readonly<Record<keyof Profile, string>> = {
  name: 'Default: the merchant ID.',
  isEnabled: 'Default: on, so the merchant can take payments immediately.',
  isAggregator: 'Default: off, as most merchants sell for themselves.',
  acquirerLink: 'Default: the simulator in a sandbox; in production an adapter has to be chosen.',
  routes: 'Default: one route, which takes every payment.',
  providers: 'Default: none is offered, since each needs an account of the merchant.',
  currencies: 'Default: USD. Payments in other currencies are refused.',
  schemes: 'Default: all card schemes that the acquirer accepts.',
  sources: 'Default: all payment methods.',
  operations: 'Default: all, also those of later versions; a credential can be limited further.',
  categoryCodes: 'Default: empty.',
  payerAuthentication: 'Default: when requested by the merchant, which decides about friction for its payers.',
  cardMasking: 'Default: the first six and last four digits, as PCI DSS permits.',
  accountNumbersInText: 'Default: stored as sent, so no text is changed that only looks like a card number.',
  verificationStrategy: 'Default: none, so storing a card costs no request to the acquirer.',
  usesAccountUpdater: 'Default: off, so no stored card is sent to another service.',
  velocityLimits: 'Default: DEFAULT.',
  apiVelocityLimits: 'Default: none, since the merchant’s own programs send these payments.',
  authenticationDeclinePercent: 'Default: 50 %.',
  requestLimits: 'Default: empty.',
  pageOrigins: 'Default: none, so no website can embed them.',
  pageColour: 'Default: the gateway’s own green.',
  pageFont: 'Default: the font of the payer’s device.',
  takesPageAmounts: 'Default: off, since a payer could change the amount.',
  notificationHosts: 'Default: empty.',
  loginWays: 'Default: both; a certificate counts only once it is registered.',
  privileges: 'Default: none. Each lets the merchant do more than usual, such as refunding more than was captured.',
  refundsNeedApproval: 'Default: off, so one user can refund.',
  hasReporting: 'Default: off; reports have passwords of their own.',
}

/** The description of a field, with its default where the form explains defaults. */
export function aboutField(
  { explainsDefaults }: Pick<FieldsProps, 'explainsDefaults'>,
  name: keyof Profile,
  text?: string,
): string | undefined {
  const texts = [text, explainsDefaults ? defaultTexts[name] : undefined].filter((each) => each !== undefined)
  return texts.length === 0 ? undefined : texts.join(' ')
}
