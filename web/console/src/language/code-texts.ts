// The codes that the console shows, as texts to be translated: a new one of the domain is found by the test of the texts.
import { operationRights } from '../../../../src/contract/operation-rights.ts'
import { brandNames, codeText, disputeText, typeText, wordsInSentence } from '../../../../src/domain/labels.ts'
import type { CertificateStatus } from '../../../../src/domain/merchants/certificate-status.ts'
import { verificationStrategies } from '../../../../src/domain/merchants/merchant.ts'
import {
  authenticationStatuses,
  enrollmentOutcomes,
} from '../../../../src/domain/payer-authentication/payer-authentication.ts'
import { paymentLinkStates } from '../../../../src/domain/payment-links/payment-link.ts'
import { disputeStates } from '../../../../src/domain/payments/dispute.ts'
import { entryPoints } from '../../../../src/domain/payments/entry-point.ts'
import { gatewayCodes, type TransactionResult } from '../../../../src/domain/payments/gateway-code.ts'
import { cardBrands, cardSchemes, fundingMethods, instrumentKinds } from '../../../../src/domain/payments/instrument.ts'
import { manualOutcomes } from '../../../../src/domain/payments/manual-resolution.ts'
import { decisions } from '../../../../src/domain/payments/order.ts'
import { orderStatuses } from '../../../../src/domain/payments/order-status.ts'
import { transactionTypes } from '../../../../src/domain/payments/transaction-type.ts'
import {
  addressCheckText,
  addressCheckTexts,
  ruleFact,
  ruleName,
  ruleTexts,
  securityCodeText,
  securityCodeTexts,
} from '../../../../src/domain/risk/check-labels.ts'
import type { RiskVerdict } from '../../../../src/domain/risk/risk.ts'
import { cardLists, type RiskRecommendation } from '../../../../src/domain/risk/risk-rules.ts'
import { tokenStatuses } from '../../../../src/domain/tokens/token-status.ts'
import { roles } from '../../../../src/domain/users/user.ts'
import type { DeliveryState } from '../../../../src/ports/events/notifications.ts'
import type { ReversalState } from '../../../../src/ports/payments/transactions.ts'
import type { RiskKind } from '../../../../src/ports/search/search.ts'
import { schemeTokenStatuses } from '../../../../src/ports/tokens/token-store.ts'

/** The members of a type, none of them missing. */
const all = <Code extends string>(codes: Readonly<Record<Code, true>>): readonly string[] => Object.keys(codes)

const results = all<TransactionResult>({ FAILURE: true, PENDING: true, SUCCESS: true, UNKNOWN: true })
const verdicts = all<RiskVerdict>({ ACCEPTED: true, NOT_CHECKED: true, REJECTED: true, REVIEW_REQUIRED: true })
const recommendations = all<RiskRecommendation>({ ACCEPT: true, NO_ACTION: true, REJECT: true, REVIEW: true })
const reversals = all<ReversalState>({ OWED: true, DONE: true, REFUSED: true, UNSUPPORTED: true })
const deliveries = all<DeliveryState>({ PENDING: true, DELIVERED: true, PARKED: true })
const certificates = all<CertificateStatus>({ VALID: true, EXPIRED: true, REVOKED: true, NOT_YET_VALID: true })
const risks = all<RiskKind>({
  REVERSAL_OWED: true,
  REVERSAL_REFUSED: true,
  MANUAL_RESOLUTION: true,
  UNKNOWN: true,
  OVERDUE: true,
  IN_FLIGHT: true,
})

/** Of batches, users, merchants and links. */
const otherStates = ['CLOSED', 'CLOSING', 'OPEN', 'OUT_OF_BALANCE', 'ENABLED', 'DISABLED', 'LOCKED', 'IN_REVIEW']

/** Why an acquirer or the receiver of a notification gave no response. */
const noResponse = [
  ...['NO_ANSWER', 'NOT_SENT', 'FAILED', 'TIMED_OUT', 'CONNECTION_TIMED_OUT', 'CONNECTION_REFUSED', 'CONNECTION_LOST'],
  ...['HOST_UNREACHABLE', 'NAME_UNKNOWN', 'NAME_NOT_ALLOWED', 'ADDRESS_NOT_ALLOWED', 'PORT_NOT_ALLOWED'],
  ...['URL_MALFORMED', 'NOT_HTTPS', 'USERINFO_NOT_ALLOWED', 'TLS_FAILED', 'CERTIFICATE_EXPIRED'],
  ...['CERTIFICATE_NOT_YET_VALID', 'CERTIFICATE_NOT_TRUSTED', 'CERTIFICATE_OF_ANOTHER_NAME'],
  ...['ANSWER_MALFORMED', 'ANSWER_HEADERS_TOO_LARGE'],
]

const shownAsLabels: readonly string[] = [
  ...orderStatuses,
  ...results,
  ...Object.keys(gatewayCodes),
  ...paymentLinkStates,
  ...Object.keys(roles),
  ...cardSchemes,
  ...cardBrands,
  ...fundingMethods,
  ...instrumentKinds,
  ...entryPoints,
  ...manualOutcomes,
  ...decisions,
  ...verdicts,
  ...recommendations,
  ...reversals,
  ...reversals.map((state) => `REVERSAL_${state}`),
  ...deliveries,
  ...certificates,
  ...risks,
  ...cardLists,
  ...tokenStatuses,
  ...schemeTokenStatuses,
  ...verificationStrategies,
  ...Object.keys(operationRights),
  ...otherStates,
  ...noResponse,
]

const shownInSentences: readonly string[] = [
  ...manualOutcomes,
  ...recommendations,
  ...decisions,
  ...reversals,
  ...noResponse,
]

/** The operator's lists of cards have names of their own. */
const ofRules = Object.keys(ruleTexts).flatMap((kind) => (kind.endsWith('_CARD_LIST') ? [kind] : [kind, `MSO_${kind}`]))

const ownNames: ReadonlySet<string> = new Set([...Object.values(brandNames), 'ACH'])

/** In English. */
export const codeTexts: ReadonlySet<string> = new Set(
  [
    ...shownAsLabels.map(codeText),
    ...transactionTypes.map(typeText),
    ...disputeStates.map(disputeText),
    ...shownInSentences.map(wordsInSentence),
    ...Object.keys(addressCheckTexts).flatMap((data) => [addressCheckText(data), ruleFact({ name: 'AVS', data })]),
    ...Object.keys(securityCodeTexts).flatMap((data) => [securityCodeText(data), ruleFact({ name: 'CSC', data })]),
    ...Object.keys({ ...authenticationStatuses, ...enrollmentOutcomes }).map((data) =>
      ruleFact({ name: '3D_SECURE', data }),
    ),
    ...ofRules.map(ruleName),
  ].filter((text) => !ownNames.has(text)),
)
