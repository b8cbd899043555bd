// Builds the notification of an event: the response of RETRIEVE_TRANSACTION as of that event, with everything fixed.
import { compile, contractFor, versions } from '../../contract/operation.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Vault } from '../../keys/index.ts'
import type { CardMasking } from '../../merchants/index.ts'
import {
  describeTransaction,
  isOrderUrlSealed,
  isPermittedNotificationUrl,
  maskFurther,
  retrieveTransaction,
  sealDelivery,
} from '../../payments/index.ts'
import type { NotificationToSend, UnsequencedOrderEvent } from '../ports/events.ts'
import type { WebhookSettings } from '../ports/webhooks.ts'
import { causesNotification } from '../rules/notification.ts'

export interface NotificationTarget {
  readonly setting: Pick<WebhookSettings, 'isEnabled' | 'url'>
  readonly cardMasking: CardMasking
  /** Hosts that an order's URL may name. */
  readonly notificationHosts: readonly string[]
}

/** Undefined when the event is not notified, the merchant wants no notifications, or no URL is set. */
export function buildNotification(
  { orderId, event, transaction, notificationUrl, notificationUrlSeal }: UnsequencedOrderEvent,
  { setting, cardMasking, notificationHosts }: NotificationTarget,
  vault: Pick<Vault, 'keyedHash' | 'matches'>,
): NotificationToSend | undefined {
  const isPermitted = notificationUrl !== undefined && isPermittedNotificationUrl(notificationUrl, notificationHosts)
  const url = isPermitted ? notificationUrl : setting.url
  if (!setting.isEnabled || url === undefined || !causesNotification(event.kind, transaction.type)) return undefined
  const { merchantId } = transaction.key
  const mayCarrySecret =
    url === setting.url || isOrderUrlSealed({ merchantId, orderId, url }, notificationUrlSeal, vault)
  const notificationId = notificationIdOf(event.eventId)
  const apiVersion = notificationVersionOf(transaction)
  const response = maskFurther(
    describeTransaction({ request: transaction.request, response: event.response }),
    cardMasking,
  )
  return {
    notificationId,
    url,
    orderId,
    transactionId: event.transactionId,
    eventNumber: event.number,
    apiVersion,
    followsSetting: !isPermitted,
    body: compile(contractFor(retrieveTransaction, apiVersion)).write({ ...response, version: String(apiVersion) }),
    seal: sealDelivery({ merchantId, notificationId, url }, mayCarrySecret, vault),
  }
}

/** The same for every attempt and every reader: 32 hexadecimal digits. */
export function notificationIdOf(eventId: string): string {
  return eventId.replaceAll('-', '')
}

/**
 * The version of the transaction's request; the newest for transactions recorded by older releases, and for a kind of
 * transaction that the request's version does not have.
 */
function notificationVersionOf({ type, request }: UnsequencedOrderEvent['transaction']): number {
  const { version } = request
  const requestedVersion = version === undefined ? versions.newest : Number(version)
  return isTypeInVersion(type, requestedVersion) ? requestedVersion : versions.newest
}

/** Whether a version of the API knows such transactions at all. */
export function isTypeInVersion(type: TransactionType, version: number): boolean {
  return contractFor(retrieveTransaction, version).traits?.kinds?.includes(type) ?? true
}
