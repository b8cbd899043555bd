import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertKey, AlertSummary } from '../../audit/ports/alerts.ts'
import type { AlertRecipient } from '../../users/ports/user-emails.ts'
import { queueAlerts, summarizeAlerts } from './queue-alerts.ts'

interface TestOptions {
  readonly now?: string
  readonly hasMailServer?: boolean
  readonly counts?: AlertSummary['counts']
  readonly unqueued?: readonly AlertKey[]
  readonly lastEnd?: string
}

const recipients: readonly AlertRecipient[] = [{ login: 'ann', address: 'ann@operator.example' }]

function openPorts({
  now = '2026-11-17T00:06:00Z',
  hasMailServer = true,
  counts = {},
  unqueued = [],
  lastEnd,
}: TestOptions) {
  const steps: unknown[] = []
  let end = lastEnd === undefined ? undefined : new Date(lastEnd)
  const dependencies = {
    hasMailServer,
    clock: { now: () => new Date(now) },
    userEmails: { alertRecipients: async () => recipients },
    userMails: {
      async addAlert({ auditId }: AlertKey, to: readonly AlertRecipient[]) {
        steps.push(['ADDED', auditId, to.length])
      },
      async addSummary(summary: AlertSummary, to: readonly AlertRecipient[]) {
        if (end && end >= summary.until) return false
        end = summary.until
        steps.push([summary.from.toISOString(), summary.until.toISOString(), to.length])
        return true
      },
    },
    alerts: {
      listUnqueued: async () => unqueued,
      markQueued: async ({ auditId }: AlertKey) => void steps.push(['MARKED', auditId]),
      lastSummaryEnd: async () => end,
      countForSummary: async () => counts,
    },
  }
  return { steps, dependencies: dependencies as never }
}

const midnight = '2026-11-17T00:00:00.000Z'

describe('e-mails about alerts', () => {
  it('are queued before the alert is marked, so that none is lost', async () => {
    const { steps, dependencies } = openPorts({ unqueued: [{ merchantId: '', auditId: '7' }] })
    assert.equal(await queueAlerts(dependencies), 1)
    assert.deepEqual(steps, [
      ['ADDED', '7', 1],
      ['MARKED', '7'],
    ])
  })

  it('go to nobody without a mail server, also when there is one later', async () => {
    const { steps, dependencies } = openPorts({ unqueued: [{ merchantId: '', auditId: '7' }], hasMailServer: false })
    await queueAlerts(dependencies)
    assert.deepEqual(steps, [
      ['ADDED', '7', 0],
      ['MARKED', '7'],
    ])
  })
})

describe('the daily summary', () => {
  const counts = { LINK_CHANGED: 1 }

  it('is made once, a few minutes after the day, of the day before', async () => {
    const { steps, dependencies } = openPorts({ counts })
    assert.deepEqual(await summarizeAlerts(dependencies), {
      ...{ from: new Date('2026-11-16T00:00:00Z'), until: new Date(midnight) },
      counts,
    })
    assert.equal(await summarizeAlerts(dependencies), undefined)
    assert.deepEqual(steps, [['2026-11-16T00:00:00.000Z', midnight, 1]])
  })

  it('waits for what is committed late', async () => {
    const { steps, dependencies } = openPorts({ counts, now: '2026-11-17T00:04:59Z', lastEnd: '2026-11-16T00:00:00Z' })
    assert.equal(await summarizeAlerts(dependencies), undefined)
    assert.deepEqual(steps, [])
  })

  it('is of all days since the last one, when no gateway was running', async () => {
    const { steps, dependencies } = openPorts({ counts, lastEnd: '2026-11-13T00:00:00Z' })
    await summarizeAlerts(dependencies)
    assert.deepEqual(steps, [['2026-11-13T00:00:00.000Z', midnight, 1]])
  })

  it('is sent to nobody when there is nothing to report', async () => {
    const { steps, dependencies } = openPorts({})
    await summarizeAlerts(dependencies)
    assert.deepEqual(steps, [['2026-11-16T00:00:00.000Z', midnight, 0]])
  })
})
