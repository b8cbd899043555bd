// Transactions that need manual resolution as the services return them, and the paths of these services.
import type { HeldAttemptBody } from '../../../../../src/console/response-bodies/attempts.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'

export type HeldAttemptView = Jsonified<HeldAttemptBody>

export const attemptsPath = '/attempts'

export const proposalsPath = ({ merchantId, orderId, transactionId }: HeldAttemptView) =>
  path`/attempts/${merchantId}/${orderId}/${transactionId}/proposals`
