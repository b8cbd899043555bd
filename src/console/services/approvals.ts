// What waits for a second user: of a merchant, and of the operator. The same services for both, below another path.
import { type ApprovalDecision, approveRequest } from '../../approvals/index.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import { managerOf } from '../../users/index.ts'
import { type ConsoleContext, callAuditStamp, pathId, signedInUser } from '../context.ts'
import type { ApprovalRequestListBody } from '../response-bodies/merchants.ts'
import { consoleRefusal, noContent, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleRoute } from '../route.ts'
import { full, knownCertificate } from './credentials.ts'

/** More would wait for a long time already. */
const listedMax = 500

export function approvalServices(context: ConsoleContext): readonly ConsoleRoute[] {
  return [
    ...approvalRoutes('/merchants/:merchantId/approval-requests', 'MERCHANT', context),
    ...approvalRoutes('/approval-requests', 'OPERATOR', context),
  ]
}

function approvalRoutes(
  root: `/${string}`,
  kind: 'MERCHANT' | 'OPERATOR',
  context: ConsoleContext,
): readonly ConsoleRoute[] {
  const { dependencies, acquirerLinks } = context
  const { approvalRequests } = dependencies
  const decide = { kind, permission: 'APPROVE', isSensitive: true } as const
  const ownerOf = (call: ConsoleCall) => (kind === 'MERCHANT' ? pathId(call, 'merchantId') : operatorMerchantId)
  return [
    {
      method: 'GET',
      path: root,
      purpose:
        kind === 'MERCHANT'
          ? 'Lists credentials, permissions and changes of the profile that wait for approval by a second user.'
          : 'Lists what waits for approval by a second user: of the operator and of all merchants.',
      access: { kind, permission: 'VIEW' },
      async handle(call) {
        const requests = await (kind === 'MERCHANT'
          ? approvalRequests.list(pathId(call, 'merchantId'))
          : approvalRequests.listAll(listedMax))
        return okResponse<ApprovalRequestListBody>({ requests })
      },
    },
    {
      method: 'POST',
      path: `${root}/:requestId/approval`,
      purpose: 'Approves what another user has requested; it takes effect at once.',
      access: decide,
      async handle(call) {
        const request = { ownerId: ownerOf(call), requestId: pathId(call, 'requestId') }
        const { adapterCatalogue } = acquirerLinks
        const decision = await approveRequest(request, managerOf(signedInUser(call)), {
          ...dependencies,
          adapterCatalogue,
        })
        if (decision !== 'APPROVED') return notApproved[decision]
        // This process follows at once, so that the page shows what was approved; others do within seconds.
        if (kind === 'OPERATOR') await acquirerLinks.refresh()
        return noContent
      },
    },
    {
      method: 'DELETE',
      path: `${root}/:requestId`,
      purpose: 'Declines what was requested.',
      access: decide,
      async handle(call) {
        const isDeclined = await approvalRequests.decline(
          ownerOf(call),
          pathId(call, 'requestId'),
          callAuditStamp(call, context),
        )
        return isDeclined ? noContent : unknownResource('request')
      },
    },
  ]
}

const notApproved: Readonly<Record<Exclude<ApprovalDecision, 'APPROVED'>, ConsoleRefusal>> = {
  UNKNOWN: unknownResource('request'),
  OWN: consoleRefusal(409, 'FOUR_EYES', 'You cannot approve your own request. Another user must approve it.'),
  STALE: consoleRefusal(
    409,
    'STALE',
    'What the request changes has been changed since. Decline the request, and request the change again.',
  ),
  FULL: full,
  NAME_TAKEN: consoleRefusal(409, 'TAKEN', 'A credential with this name already exists. Decline the request.'),
  KNOWN: knownCertificate,
  OPERATORS_ONLY: consoleRefusal(403, 'NOT_PERMITTED', 'Only the operator can approve it.'),
}
