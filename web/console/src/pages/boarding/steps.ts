// The steps of boarding: their titles, and which fields each has, to lead back to a field that the gateway refuses.
import { t } from '../../language/text.ts'
export interface BoardingStep {
  readonly title: string
  readonly fields: readonly string[]
}

export const boardingSteps = [
  { title: t('Merchant'), fields: ['merchantId', 'copyFrom', 'wantsTwin', 'name', 'isEnabled', 'isAggregator'] },
  { title: t('Acquirer'), fields: ['acquirerLink', 'routes', 'providers'] },
  {
    title: t('Currencies and limits'),
    fields: [
      'currencies',
      'schemes',
      'sources',
      'operations',
      'categoryCodes',
      'payerAuthentication',
      'cardMasking',
      'accountNumbersInText',
      'verificationStrategy',
      'usesAccountUpdater',
      'tokenRepositoryId',
      'tokenGeneration',
      'tokenManagement',
      'velocityLimits',
      'apiVelocityLimits',
      'authenticationDeclinePercent',
      'requestLimits',
    ],
  },
  {
    title: t('Page and webhooks'),
    fields: ['pageColour', 'pageFont', 'pageOrigins', 'takesPageAmounts', 'notificationHosts', 'notificationUrl'],
  },
  {
    title: t('Users and credentials'),
    fields: [
      'authenticationMethods',
      'privileges',
      'refundsNeedApproval',
      'hasReporting',
      'credentialScope',
      'firstUser',
    ],
  },
  { title: t('Summary'), fields: [] },
] as const satisfies readonly BoardingStep[]

export const lastStep = boardingSteps.length - 1

/** The step of a field that was refused, such as routes[0].linkId. */
export function stepOfField(field: string): number | undefined {
  const [name = ''] = field.split(/[.[]/)
  const place = boardingSteps.findIndex(({ fields }) => (fields as readonly string[]).includes(name))
  return place < 0 ? undefined : place
}
