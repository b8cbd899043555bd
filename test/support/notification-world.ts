// A gateway with notifications enabled, payments to tell of, and time that passes when a test says so.
import assert from 'node:assert/strict'
import { replayNotifications } from '../../src/operations/replay-notifications.ts'
import type { Delivery, DeliveryAttempt } from '../../src/ports/notifications.ts'
import { apiPath, authorizeBody, captureBody, merchantId, payBody, refundBody, send } from './client.ts'
import { until } from './embedded-kit.ts'
import { startGateway, type TestGateway } from './gateway.ts'

export interface NotificationWorld {
  readonly gateway: TestGateway
  pay(orderId: string, notificationUrl: string): Promise<void>
  authorize(orderId: string, notificationUrl: string): Promise<void>
  capture(orderId: string): Promise<void>
  refund(orderId: string): Promise<void>
  /** The deliveries of an order, when the first has had so many attempts and nobody works for its receiver. */
  settled(
    orderId: string,
    wanted: { readonly attempts: number; readonly deliveries?: number },
  ): Promise<readonly Delivery[]>
  deliveriesOf(orderId: string): Promise<readonly Delivery[]>
  /** Of the order's first notification. */
  attemptsOf(orderId: string): Promise<readonly DeliveryAttempt[]>
  /** For how many seconds from now it is left alone. */
  receiverOf(url: string): Promise<{ readonly paused: number }>
  /** What waits for the receivers of an order, waits no longer. */
  letTimePass(orderId: string): Promise<void>
  replay(which: { readonly notificationIds: readonly string[] }): Promise<{ readonly replayed: number }>
  stop(): Promise<void>
}

export async function openNotificationWorld(): Promise<NotificationWorld> {
  // Long enough for a receiver that is well on a machine that is busy.
  const gateway = await startGateway({ TOLLGATE_NOTIFICATION_TIMEOUT_MS: '3000' })
  const { ports, query } = gateway
  const { deliveries } = ports
  await ports.notificationSettings.change(merchantId, { isEnabled: true }, { actor: 'test', at: new Date() })

  async function transact(orderId: string, transactionId: string, body: object): Promise<void> {
    const path = apiPath(`/order/${orderId}/transaction/${transactionId}`)
    const { status, text } = await send(gateway.doors.httpUrl ?? '', { method: 'PUT', path, body })
    assert.equal(status, 201, text)
  }
  const order = (notificationUrl: string) => ({ order: { amount: '100.00', currency: 'USD', notificationUrl } })

  const deliveriesOf = (orderId: string) => deliveries.list({ merchantId, orderId, isOldestFirst: true, limit: 10 })

  async function isLetGo(receiverId: string): Promise<boolean> {
    const free = await query('select from notification_receivers where receiver_id = $1 and lease_owner is null', [
      receiverId,
    ])
    return free.length === 1
  }

  return {
    gateway,
    pay: (orderId, url) => transact(orderId, '1', payBody(order(url))),
    authorize: (orderId, url) => transact(orderId, '1', authorizeBody(order(url))),
    capture: (orderId) => transact(orderId, '2', captureBody()),
    refund: (orderId) => transact(orderId, '3', refundBody()),
    deliveriesOf,
    async settled(orderId, { attempts, deliveries: count = 1 }) {
      let found: readonly Delivery[] = []
      const isSettled = async () => {
        found = await deliveriesOf(orderId)
        const [first] = found
        return found.length >= count && first?.attempts === attempts && (await isLetGo(first.receiverId))
      }
      await until(isSettled, `the first notification of ${orderId} has had ${attempts} attempts`)
      return found
    },
    async attemptsOf(orderId) {
      const [first] = await deliveriesOf(orderId)
      return deliveries.attemptsOf(merchantId, first?.notificationId ?? assert.fail('no notification'))
    },
    async receiverOf(url) {
      const [row] = await query<{ paused: number }>(
        'select extract(epoch from paused_until - now())::float8 as paused from notification_receivers where url = $1',
        [url],
      )
      return row ?? assert.fail(`nothing went to ${url}`)
    },
    async letTimePass(orderId) {
      const receivers = `select receiver_id from deliveries where order_id = $1`
      await query(`update deliveries set next_at = now() where next_at is not null and receiver_id in (${receivers})`, [
        orderId,
      ])
      await query(
        `update notification_receivers set due_at = now(), paused_until = null where receiver_id in (${receivers})`,
        [orderId],
      )
    },
    replay: (which) => replayNotifications({ merchantId, ...which }, { userId: 'test' }, ports),
    stop: () => gateway.stop(),
  }
}
