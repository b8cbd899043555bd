// Transactions that only operators can end: one proposes the outcome, another approves or declines it.
import { enumeration } from '../../contract/field-types.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { required } from '../../contract/row.ts'
import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import {
  approveResolution,
  declineResolution,
  type HeldAttempt,
  manualOutcomes,
  type ProposalResult,
  possibleOutcomes,
  proposeResolution,
  type ResolutionResult,
} from '../../payments/index.ts'
import { type ConsoleContext, callActor, pathId } from '../context.ts'
import { pageQueryOf, pageRows, refuseNote, withBody, withQuery } from '../fields.ts'
import type { HeldAttemptBody, ProposedResolutionBody, ResolutionDecisionBody } from '../response-bodies/attempts.ts'
import { acceptedResponse, consoleRefusal, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleResponse, ConsoleRoute } from '../route.ts'

const decide = { kind: 'OPERATOR', permission: 'APPROVE' } as const

const ofAttempt = '/attempts/:merchantId/:orderId/:transactionId'

const proposalRows = {
  outcome: required(enumeration(manualOutcomes)),
  reason: required(transactionRows.merchantNote),
  authorizationCode: transactionRows.authorizationCode,
} as const

export function attemptServices({ dependencies }: ConsoleContext): readonly ConsoleRoute[] {
  const keyOf = (call: ConsoleCall) => ({
    merchantId: pathId(call, 'merchantId'),
    orderId: pathId(call, 'orderId'),
    transactionId: pathId(call, 'transactionId'),
  })
  const decision = (call: ConsoleCall) => ({
    key: keyOf(call),
    proposalId: pathId(call, 'requestId'),
    actor: callActor(call),
  })

  return [
    {
      method: 'GET',
      path: '/attempts',
      purpose: 'Lists transactions of all merchants that need manual resolution, with what has been proposed.',
      access: { kind: 'OPERATOR', permission: 'VIEW' },
      handle: withQuery(pageRows, async (page) => {
        const { rows, next } = await dependencies.manualResolutions.list(undefined, pageQueryOf(page))
        return okResponse<ResultPage<HeldAttemptBody>>({ rows: rows.map(attemptBody), next })
      }),
    },
    {
      method: 'POST',
      path: `${ofAttempt}/proposals`,
      purpose: 'Proposes the outcome of a transaction that needs manual resolution: APPROVED, FAILED or REVERSED.',
      access: decide,
      handle: withBody(proposalRows, async ({ outcome, reason, authorizationCode }, call) => {
        const badReason = refuseNote(reason, 'reason')
        if (badReason) return badReason
        const proposed = { outcome, reason, ...omitUndefined({ authorizationCode }) }
        return proposalResponse(
          await proposeResolution({ key: keyOf(call), actor: callActor(call), ...proposed }, dependencies),
        )
      }),
    },
    {
      method: 'POST',
      path: `${ofAttempt}/proposals/:requestId/approval`,
      purpose: 'Records the outcome that another user has proposed; a locked order is released.',
      access: { ...decide, isSensitive: true },
      handle: async (call) => decisionResponse(await approveResolution(decision(call), dependencies)),
    },
    {
      method: 'DELETE',
      path: `${ofAttempt}/proposals/:requestId`,
      purpose: 'Declines a proposed outcome, or withdraws the user’s own.',
      access: decide,
      handle: async (call) => decisionResponse(await declineResolution(decision(call), dependencies)),
    },
  ]
}

function attemptBody(attempt: HeldAttempt): HeldAttemptBody {
  const { key, link, amountMinor, claim: _, gatewayCode: __, isLastPart: ___, ...held } = attempt
  return {
    ...key,
    ...held,
    amount: formatMoney({ amountMinor, currency: held.currency }),
    acquirerId: link.acquirerId,
    acquirerMerchantId: link.acquirerMerchantId,
    possibleOutcomes: possibleOutcomes(attempt),
  }
}

function proposalResponse(result: ProposalResult): ConsoleResponse {
  if (result.kind !== 'PROPOSED') return refusals[result.kind]
  return acceptedResponse<ProposedResolutionBody>({ proposalId: result.proposalId })
}

function decisionResponse(result: ResolutionResult): ConsoleResponse {
  if (result.kind !== 'RESOLVED' && result.kind !== 'DECLINED') return refusals[result.kind]
  return okResponse<ResolutionDecisionBody>({ outcome: result.outcome })
}

type AttemptRefusalKind = Exclude<
  ProposalResult['kind'] | ResolutionResult['kind'],
  'PROPOSED' | 'RESOLVED' | 'DECLINED'
>

const refusals: Readonly<Record<AttemptRefusalKind, ConsoleRefusal>> = {
  ALREADY_PROPOSED: consoleRefusal(
    409,
    'ALREADY_PROPOSED',
    'An outcome has already been proposed. Decide on it first.',
  ),
  LOCKED: consoleRefusal(
    409,
    'ORDER_LOCKED',
    'Another transaction of the order is in progress. Nothing was recorded; try again.',
  ),
  CODE_WITHOUT_APPROVAL: consoleRefusal(
    422,
    'FIELD_INVALID',
    'Only an approved transaction has an authorization code.',
    'authorizationCode',
  ),
  MOVED_ON: consoleRefusal(409, 'MOVED_ON', 'The transaction has changed since. The proposal is no longer valid.'),
  NOT_HELD: unknownResource('transaction that needs manual resolution'),
  NOT_POSSIBLE: consoleRefusal(
    422,
    'FIELD_INVALID',
    'The transaction was reported as failed and can no longer be approved.',
    'outcome',
  ),
  NOTHING_PROPOSED: consoleRefusal(409, 'NOTHING_AWAITED', 'The proposal is no longer waiting.'),
  OWN_PROPOSAL: consoleRefusal(409, 'FOUR_EYES', 'You cannot approve your own proposal. Another user must do it.'),
}
