// Jobs search for work only where one search for all of them has found some.

import type { Deliveries } from '../../events/ports/notifications.ts'
import { openWorkBoard } from '../../platform/jobs/work-board.ts'
import type { Ports } from '../../requests/ports.ts'
import { readDueWork, type WorkKind } from '../due-work.ts'
import type { JobContext } from './job.ts'

/**
 * What another process has left is found this late, and handled by the next run of its job; while neither this process nor a
 * search has met any work, up to the second. On a distributed database a search costs far more.
 */
const searchTimes = {
  oneServer: { everyMs: 500, idleMs: 1_000 },
  distributed: { everyMs: 4_000, idleMs: 16_000 },
}

type JobParts = Pick<JobContext, 'ports' | 'signals' | 'database' | 'isDistributed'>

/** The same parts, whose searches across merchants ask the board before they ask the database. */
export function withDueWork<Parts extends JobParts>(parts: Parts): Parts {
  const { ports, signals, database, isDistributed } = parts
  const times = isDistributed ? searchTimes.distributed : searchTimes.oneServer
  const board = openWorkBoard<WorkKind>(() => readDueWork(database, { isDistributed }), times)
  signals.notifications.listen(() => board.note('RECEIVERS'))
  signals.events.listen(board.wake)

  const listed =
    <Args extends unknown[], Item>(work: WorkKind, search: (...args: Args) => Promise<readonly Item[]>) =>
    async (...args: Args): Promise<readonly Item[]> =>
      (await board.has(work)) ? search(...args) : []
  const counted =
    <Args extends unknown[]>(work: WorkKind, change: (...args: Args) => Promise<number>) =>
    async (...args: Args): Promise<number> =>
      (await board.has(work)) ? change(...args) : 0

  const release: Deliveries['release'] = async (...claim) => {
    const released = await ports.deliveries.release(...claim)
    if (released.isDue) board.note('RECEIVERS')
    return released
  }

  // Taken from the ports at each use, as jobs do, since a port may be replaced while the gateway runs.
  const gated: { readonly [Name in keyof Ports]?: () => Ports[Name] } = {
    store: () => ({
      ...ports.store,
      claimOverdue: listed('ATTEMPTS', ports.store.claimOverdue),
      claimReversals: listed('REVERSALS', ports.store.claimReversals),
      claimStoppedRecurring: listed('STOPPED_RECURRING', ports.store.claimStoppedRecurring),
    }),
    batchClosings: () => ({
      ...ports.batchClosings,
      claimDue: listed('BATCH_CLOSINGS', ports.batchClosings.claimDue),
    }),
    agreements: () => ({ ...ports.agreements, claimDue: listed('AGREEMENTS', ports.agreements.claimDue) }),
    tokenClaims: () => ({
      ...ports.tokenClaims,
      claimProvisions: listed('SCHEME_TOKENS', ports.tokenClaims.claimProvisions),
      claimMaintenance: listed('TOKEN_MAINTENANCE', ports.tokenClaims.claimMaintenance),
      claimUnwanted: listed('UNWANTED_SCHEME_TOKENS', ports.tokenClaims.claimUnwanted),
      informMerchants: counted('TOKEN_NOTICES', ports.tokenClaims.informMerchants),
    }),
    feed: () => ({ ...ports.feed, merchantsWaiting: listed('EVENTS', ports.feed.merchantsWaiting) }),
    auditChain: () => ({ ...ports.auditChain, merchantsWaiting: listed('AUDIT', ports.auditChain.merchantsWaiting) }),
    projection: () => ({
      ...ports.projection,
      merchantsBehind: listed('PROJECTION', ports.projection.merchantsBehind),
    }),
    deliveries: () => ({
      ...ports.deliveries,
      claimReceivers: listed('RECEIVERS', ports.deliveries.claimReceivers),
      release,
    }),
    receiptQueue: () => ({ ...ports.receiptQueue, claimDue: listed('RECEIPTS', ports.receiptQueue.claimDue) }),
    paymentLinkEmails: () => ({
      ...ports.paymentLinkEmails,
      claimDue: listed('LINK_EMAILS', ports.paymentLinkEmails.claimDue),
    }),
    userMails: () => ({ ...ports.userMails, claimDue: listed('USER_EMAILS', ports.userMails.claimDue) }),
    alerts: () => ({ ...ports.alerts, listUnqueued: listed('ALERTS', ports.alerts.listUnqueued) }),
    sessions: () => ({ ...ports.sessions, deleteExpired: counted('EXPIRED', ports.sessions.deleteExpired) }),
    checkouts: () => ({ ...ports.checkouts, deleteExpired: counted('EXPIRED', ports.checkouts.deleteExpired) }),
    deviceAuthentications: () => ({
      ...ports.deviceAuthentications,
      deleteExpired: counted('EXPIRED', ports.deviceAuthentications.deleteExpired),
    }),
    usedPayloads: () => ({
      ...ports.usedPayloads,
      deleteExpired: counted('EXPIRED', ports.usedPayloads.deleteExpired),
    }),
  }
  return {
    ...parts,
    ports: new Proxy(ports, {
      get: (target, name) => gated[name as keyof Ports]?.() ?? Reflect.get(target, name),
    }),
  }
}
