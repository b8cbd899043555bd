// How many reviews and disputes wait for a user, for the navigation.
import type { WaitingBody } from '../../../../src/console/response-bodies/disputes.ts'
import { path } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import { usePermission } from '../session/session-context.tsx'

const everyMs = 30_000

/** By the name that an entry of the navigation has for its count. */
export function useWaiting(merchantId: string | undefined): Readonly<Record<string, number | undefined>> {
  const mayView = usePermission('VIEW')
  const isWanted = merchantId !== undefined && mayView
  const { data } = useRead<WaitingBody>(path`/merchants/${merchantId ?? ''}/waiting`, {}, { isWanted, everyMs })
  if (!isWanted || !data) return {}
  return { reviews: data.reviews + data.refundRequests, disputes: data.disputes }
}
