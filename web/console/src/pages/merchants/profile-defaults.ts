// What each setting of a profile is by default, and why: one sentence for the operator who creates a merchant.
import { t } from '../../language/text.ts'
import type { FieldsProps, Profile } from './merchant.ts'

export const defaultTexts: Readonly<Record<keyof Profile, string>> = {
  name: t('Default: the merchant ID.'),
  isEnabled: t('Default: on, so the merchant can take payments immediately.'),
  isAggregator: t('Default: off, as most merchants sell for themselves.'),
  acquirerLink: t('Default: the simulator in a sandbox; in production an adapter has to be chosen.'),
  routes: t('Default: one route, which takes every payment.'),
  providers: t('Default: none is offered, since each needs an account of the merchant.'),
  currencies: t('Default: USD. Payments in other currencies are refused.'),
  schemes: t('Default: all card schemes that the acquirer accepts.'),
  sources: t('Default: all payment methods.'),
  operations: t('Default: all, also those of later versions; a credential can be limited further.'),
  categoryCodes: t('Default: empty.'),
  payerAuthentication: t('Default: when requested by the merchant, which decides about friction for its payers.'),
  cardMasking: t('Default: the first six and last four digits, as PCI DSS permits.'),
  accountNumbersInText: t('Default: masked before anything is stored; in a sandbox stored as sent.'),
  verificationStrategy: t('Default: none, so storing a card costs no request to the acquirer.'),
  usesAccountUpdater: t('Default: off, so no stored card is sent to another service.'),
  velocityLimits: t('Default: DEFAULT.'),
  apiVelocityLimits: t('Default: none, since the merchant’s own programs send these payments.'),
  authenticationDeclinePercent: t('Default: 50 %.'),
  requestLimits: t('Default: empty.'),
  pageOrigins: t('Default: none, so no website can embed them.'),
  pageColour: t('Default: the gateway’s own green.'),
  pageFont: t('Default: the font of the payer’s device.'),
  takesPageAmounts: t('Default: off, since a payer could change the amount.'),
  notificationHosts: t('Default: empty.'),
  authenticationMethods: t('Default: both; a certificate counts only once it is registered.'),
  privileges: t('Default: none. Each lets the merchant do more than usual, such as refunding more than was captured.'),
  refundsNeedApproval: t('Default: off, so one user can refund.'),
  hasReporting: t('Default: off; reports have passwords of their own.'),
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
