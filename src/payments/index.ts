// What the other folders may use of payments.
export type {
  Call,
  OperationResponse,
  OperationResult,
  OperationRun,
  OrderChanged,
  OrderNaming,
  Timeouts,
} from './call.ts'
export { authorize } from './contract/authorize.ts'
export { capture } from './contract/capture.ts'
export { type PayRequest, pay } from './contract/pay.ts'
export { refund } from './contract/refund.ts'
export { retrieveAgreement } from './contract/retrieve-agreement.ts'
export { retrieveOrder } from './contract/retrieve-order.ts'
export { type RetrievalRequest, retrieveTransaction } from './contract/retrieve-transaction.ts'
export type { TransactionResponse } from './contract/transaction-response.ts'
export { updateAuthorization } from './contract/update-authorization.ts'
export { verify } from './contract/verify.ts'
export { voidTransaction } from './contract/void.ts'
export { createPayments, type PaymentJobDependencies } from './create-payments.ts'
export type { PaymentDependencies } from './dependencies.ts'
export { maskFurther, maskNumberFurther, presentResponse, unmaskAccounts } from './masking/present-response.ts'
export {
  comparisonOf,
  sealAccounts,
  storableRequest,
  UnsealAuditLog,
  unsealWithAudit,
  writeUnsealAudit,
} from './masking/storable-request.ts'
export { bindOperations, type RequestRun } from './operation.ts'
export { answerRepeat, findRepeated } from './operations/answer-repeat.ts'
export {
  type AcquirerRequestFields,
  detailsForAcquirer,
  maskedNumberOf,
  prepareRequest,
  recordedWire,
} from './operations/ask-acquirer.ts'
export {
  describeOrder,
  describeOutcome,
  describeResult,
  describeTransaction,
  describeTransactionNow,
  type OpenAttempt,
} from './operations/describe-transaction.ts'
export { afterRecording, buildAttempt, lockFailure, recordAttempt } from './operations/execute-transaction.ts'
export { inheritOrderDetails, withSubMerchantOf } from './operations/inherited-details.ts'
export { type AddedOrderNote, addOrderNote } from './operations/manual/add-order-note.ts'
export { acceptDispute, answerDispute } from './operations/manual/answer-dispute.ts'
export { approveRefund, declineRefund, type RefundDecisionResult } from './operations/manual/decide-refund-request.ts'
export { isBegunBy } from './operations/manual/manual-action.ts'
export { type ProviderEvent, recordProviderEvent } from './operations/manual/record-provider-event.ts'
export {
  approveResolution,
  declineResolution,
  type ProposalResult,
  proposeResolution,
  type ResolutionResult,
} from './operations/manual/resolve-attempt.ts'
export { type ReviewResult, reviewOrder } from './operations/manual/review-order.ts'
export {
  type DeliverySeal,
  isDeliverySealed,
  isOrderUrlSealed,
  isSessionUrlSealed,
  notificationUrlOf,
  sealDelivery,
  sealSessionUrl,
  standingOf,
} from './operations/notification-seals.ts'
export {
  acceptedSources,
  describeInstrument,
  resolveInstrument,
  sameAccountAs,
  sourceGroups,
} from './operations/resolve-instrument.ts'
export {
  linkToProvider,
  providerLinkOf,
  type ResolvedLink,
  recordedLink,
  refuseCurrency,
  resolveAcquirer,
  resolveLinks,
  resolveRouteLinks,
} from './operations/resolve-link.ts'
export { unknownOrder } from './operations/retrieve-order.ts'
export { openReversalIn, worstReversalIn } from './operations/reversals/record-reversal.ts'
export type {
  Acquirer,
  AcquirerCapabilities,
  AcquirerRequest,
  AcquirerRequestKind,
  AcquirerResponse,
  AcquirerResult,
  Acquirers,
  CardholderVerification,
  InquiryResult,
  Preparation,
  PurchaseDetails,
  Repetition,
  RequestReference,
  ReversalResult,
  SendDeadline,
  WireIdentity,
} from './ports/acquirer.ts'
export { type AcquirerBooks, type BookEntry, BooksUnavailableError } from './ports/acquirer-books.ts'
export type {
  AuthenticationJourney,
  AuthenticationProof,
  AuthenticationReference,
  Challenge,
  PayerProof,
} from './ports/authentication-journey.ts'
export type {
  ClosingResult,
  OpenSettlementBatch,
  SettledTotal,
  SettlementBatchProgress,
  SettlementBatchToClose,
  SettlementBatchTotal,
  SettlementBatchTransaction,
} from './ports/batches.ts'
export type { BrowserPaymentProgress } from './ports/browser-payment-progress.ts'
export type { CardCountries, CardRange, CardRanges } from './ports/card-countries.ts'
export type { DisputeAnswer } from './ports/dispute-answers.ts'
export type { JourneyStep, JourneyStore } from './ports/journeys.ts'
export type { HeldAttempt } from './ports/manual-resolutions.ts'
export { type OrderNote, orderNotesMax } from './ports/order-notes.ts'
export type {
  PayerProofs,
  PaymentAuthentication,
  PaymentToCheck,
  RequestWithAuthentication,
} from './ports/payer-proofs.ts'
export type { PaymentAgreements } from './ports/payment-agreements.ts'
export type {
  AgreementRequest,
  AgreementResult,
  BrowserPaymentProvider,
  ConsentWithdrawal,
  InitiationResult,
  PayerAtProvider,
  PaymentConfirmation,
  PaymentInitiation,
  ProviderAddress,
  ProviderResult,
  ProviderStatus,
  Providers,
} from './ports/provider.ts'
export type { RequestWithSource } from './ports/request-with-source.ts'
export type { Store } from './ports/store.ts'
export type {
  CompletedRequest,
  RecurringAttempt,
  RequestWithToken,
  StoredCards,
  TokenKey,
} from './ports/stored-cards.ts'
export type { StoredRequest, StoredResponse } from './ports/stored-messages.ts'
export {
  type Attempt,
  disputeEventOf,
  type EventKind,
  type ListedOrder,
  type ManualResolution,
  type OrderEvent,
  type OrderKey,
  type Outcome,
  type OutcomeResult,
  type RecordedPart,
  type ReversalState,
  type StoredJourney,
  type StoredOrder,
  type StoredTransaction,
  type TransactionKey,
} from './ports/transactions.ts'
export type {
  OpenedDevicePayment,
  PayloadCall,
  PayloadUse,
  TermsToConfirm,
  UsablePayload,
  WalletPayloads,
} from './ports/wallet-payloads.ts'
export { dueRecurringStops, linkIdOfRow, revisionOfRow } from './postgres/claim-due.ts'
export { rowStatement } from './postgres/money-statements.ts'
export { type CompactResponse, completeResponse, responseOf } from './postgres/stored-responses.ts'
export type { BatchSharing } from './postgres/transactions.ts'
export {
  advanceBrowserPayment,
  type BrowserPaymentAdvance,
  type BrowserPaymentEvent,
  type BrowserPaymentState,
  browserPaymentResult,
  type JudgedProviderStatus,
  mayConfirm,
  phaseOf,
} from './rules/browser-payment.ts'
export {
  type Dispute,
  type DisputeDetails,
  type DisputeProgress,
  decisionOfDispute,
  disputeAnswerKinds,
  disputedMinor,
  disputeStateOf,
  disputesOf,
  isDay,
  progressOfDispute,
} from './rules/dispute.ts'
export { type BrowserPayment, isBrowserPayment, type MerchantConfirmation } from './rules/journey.ts'
export { defaultTimeoutPolicies, judgeResult, type ResultSummary } from './rules/judgement.ts'
export { type ManualOutcome, manualOutcomes, possibleOutcomes } from './rules/manual-resolution.ts'
export { hostNamePattern, isPermittedNotificationUrl } from './rules/notification-url.ts'
export {
  chargedBackMinor,
  type Decision,
  isInReview,
  isSuccessful,
  type Order,
  orderOpenedBy,
  statusOf,
  totalsOf,
  withOutcome,
} from './rules/order.ts'
export { availableActions, type OrderAction } from './rules/order-actions.ts'
export {
  type AuthenticationStatus,
  authenticationStatuses,
  authenticityOf,
  authenticityOfEnrollment,
  type EnrollmentOutcome,
  enrollmentOutcomes,
  isUnfinished,
  outcomeOfPaRes,
  statusOfProof,
} from './rules/payer-authentication.ts'
export { holdsPayment, planInitial } from './rules/plan.ts'
export { approvedParts } from './rules/refunds/refund-parts.ts'
export {
  allRefusals,
  type FailureCode,
  isFailureCode,
  meaningOfRefusal,
  progressOf,
  type RefusalMeaning,
  type RefusalTable,
  refusalMeanings,
  refusalTable,
  type UndoTry,
  usualRefusals,
} from './rules/refusal.ts'
export { type OpenReversal, openReversalOf, shownStatuses, shownStatusOf } from './rules/shown-status.ts'
