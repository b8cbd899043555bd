// Notifications to the merchant: their URL, their secrets, the delivery of each.
import { enumeration } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { integer } from '../../contract/number-types.ts'
import { list, required } from '../../contract/row.ts'
import {
  changeWebhookSettings,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryCursor,
  replayNotifications,
  sendNotificationsNow,
  sendTestNotification,
  type WebhookSettings,
} from '../../events/index.ts'
import { explain } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import { type ConsoleContext, callActor, callAuditStamp, pathId } from '../context.ts'
import { dateTimeRow, flagRow, pageQueryOf, pageRows, withBody, withQuery } from '../fields.ts'
import { notificationIdRow } from '../path-ids.ts'
import type {
  DeliveryDetailsBody,
  DeliverySummaryBody,
  ReplayBody,
  RevealedSecretsBody,
  SendNowBody,
  TestNotificationBody,
  WebhookSettingsBody,
} from '../response-bodies/webhooks.ts'
import { consoleRefusal, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleRoute } from '../route.ts'

const view = { kind: 'MERCHANT', permission: 'VIEW' } as const
const configure = { kind: 'MERCHANT', permission: 'CONFIGURE' } as const
const neverHad = unknownResource('setting: notifications were never enabled for the merchant')
const hourMs = 3_600_000
const overlapHours = 24
const replayedMax = 500
const tooManyNotifications = consoleRefusal(
  422,
  'FIELD_INVALID',
  explain('A maximum of {number} notifications can be sent at once.', { number: replayedMax }),
  'notificationIds',
)

export function webhookServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { webhookSettings: settings, deliveries, audit } = context.dependencies
  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/webhooks',
      purpose: 'Shows the webhook settings, without secrets.',
      access: view,
      handle: async (call) =>
        okResponse<WebhookSettingsBody>(settingBody(await settings.find(pathId(call, 'merchantId')))),
    },
    {
      method: 'PUT',
      path: '/merchants/:merchantId/webhooks',
      purpose:
        'Changes the given fields; creates secrets if there are none. Undelivered notifications follow a new URL.',
      // The secrets go where it says.
      access: { ...configure, isSensitive: true },
      handle: withBody(
        { isEnabled: flagRow, url: orderRows.notificationUrl, hasNoUrl: flagRow, acceptsAny2xx: flagRow },
        async ({ hasNoUrl, url, ...same }, call) => {
          if (hasNoUrl && url !== undefined)
            return consoleRefusal(422, 'FIELD_INVALID', 'Specify either a URL or none.', 'hasNoUrl')
          const merchantId = pathId(call, 'merchantId')
          const change = { ...same, ...omitUndefined({ url }), ...(hasNoUrl && { url: null }) }
          const by = callAuditStamp(call, context)
          const { setting, redirected } = await changeWebhookSettings(merchantId, change, by, context.dependencies)
          return okResponse<WebhookSettingsBody>({ ...settingBody(setting), ...(redirected > 0 && { redirected }) })
        },
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/webhooks/secrets/view',
      purpose: 'Shows the secrets; this is recorded in the audit log.',
      access: { ...configure, isSensitive: true },
      async handle(call) {
        const setting = await settings.find(pathId(call, 'merchantId'))
        if (!setting) return neverHad
        const { merchantId, secrets } = setting
        // The audit log entry is committed before they are shown.
        const subject = { secrets: secrets.length }
        await audit.append({
          merchantId,
          action: 'WEBHOOK_SECRETS_SHOWN',
          subject,
          ...callAuditStamp(call, context),
        })
        return okResponse<RevealedSecretsBody>({ ...settingBody(setting), secrets })
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/webhooks/secrets',
      purpose: 'Creates new secrets; the previous ones stay valid for some hours.',
      access: { ...configure, isSensitive: true },
      handle: withBody({ hours: integer(1, 720) }, async ({ hours = overlapHours }, call) => {
        const by = callAuditStamp(call, context)
        const previousUntil = new Date(by.at.getTime() + hours * hourMs)
        const setting = await settings.rotate(pathId(call, 'merchantId'), { ...by, previousUntil })
        return setting ? okResponse<WebhookSettingsBody>(settingBody(setting)) : neverHad
      }),
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/webhooks/secrets/previous',
      purpose: 'Ends a rotation now.',
      access: { ...configure, isSensitive: true },
      async handle(call) {
        const setting = await settings.finishRotation(pathId(call, 'merchantId'), callAuditStamp(call, context))
        return setting ? okResponse<WebhookSettingsBody>(settingBody(setting)) : neverHad
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/webhooks/test',
      purpose: 'Sends a test notification and returns the webhook’s response.',
      access: configure,
      async handle(call) {
        const wanted = { merchantId: pathId(call, 'merchantId'), timeoutMs: context.notificationTimeoutMs }
        const sent = await sendTestNotification(wanted, callAuditStamp(call, context), context.dependencies)
        if (sent.kind === 'NOT_ENABLED') return neverHad
        if (sent.kind === 'NO_URL') return consoleRefusal(409, 'NO_URL', 'No URL is set.')
        const { notificationId, result, isAccepted } = sent
        return okResponse<TestNotificationBody>({ notificationId, isAccepted, result })
      },
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/deliveries',
      purpose: 'Lists notifications, newest first.',
      access: view,
      handle: withQuery(
        {
          ...pageRows,
          state: enumeration(['PENDING', 'DELIVERED', 'PARKED']),
          orderId: orderRows.id,
          since: dateTimeRow,
          until: dateTimeRow,
        },
        async ({ after, limit, since, until, ...same }, call) => {
          const mark = after === undefined ? undefined : markOf(after)
          if (after !== undefined && !mark)
            return consoleRefusal(422, 'FIELD_INVALID', 'It was not returned by this list.', 'after')
          const page = pageQueryOf({ limit })
          const found = await deliveries.list({
            merchantId: pathId(call, 'merchantId'),
            ...same,
            since: since === undefined ? undefined : new Date(since),
            until: until === undefined ? undefined : new Date(until),
            after: mark,
            limit: page.limit,
          })
          const last = found.length === page.limit ? found.at(-1) : undefined
          return okResponse<ResultPage<DeliverySummaryBody>>({
            rows: found.map(deliverySummary),
            ...(last && { next: textOf(last) }),
          })
        },
      ),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/deliveries/:notificationId',
      purpose: 'Shows a notification with its body and delivery attempts.',
      access: view,
      async handle(call) {
        const [merchantId, notificationId] = [pathId(call, 'merchantId'), pathId(call, 'notificationId').toLowerCase()]
        const delivery = await deliveries.find(merchantId, notificationId)
        if (!delivery) return unknownResource('notification')
        const attempts = await deliveries.attemptsOf(merchantId, notificationId)
        return okResponse<DeliveryDetailsBody>(deliveryDetails(delivery, attempts))
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/deliveries/send-now',
      purpose: 'Sends pending notifications now, without waiting for their next attempt.',
      access: configure,
      handle: withBody({ notificationIds: required(list(notificationIdRow)) }, async ({ notificationIds }, call) => {
        if (notificationIds.length > replayedMax) return tooManyNotifications
        const which = {
          merchantId: pathId(call, 'merchantId'),
          notificationIds: notificationIds.map((id) => id.toLowerCase()),
        }
        return okResponse<SendNowBody>(
          await sendNotificationsNow(which, callAuditStamp(call, context), context.dependencies),
        )
      }),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/deliveries/replay',
      purpose: 'Replays notifications with their original IDs, by ID or by creation time.',
      access: configure,
      handle: withBody(
        { notificationIds: list(notificationIdRow), since: dateTimeRow, until: dateTimeRow },
        async ({ notificationIds, since, until }, call) => {
          const merchantId = pathId(call, 'merchantId')
          if ((notificationIds === undefined) === (since === undefined))
            return consoleRefusal(422, 'FIELD_MISSING', 'Specify either notifications or a period.', 'notificationIds')
          if ((notificationIds?.length ?? 0) > replayedMax) return tooManyNotifications
          const { at } = callAuditStamp(call, context)
          const which = notificationIds
            ? { merchantId, notificationIds: notificationIds.map((id) => id.toLowerCase()) }
            : { merchantId, since: new Date(since ?? at), until: until === undefined ? at : new Date(until) }
          return okResponse<ReplayBody>(
            await replayNotifications(which, { userId: callActor(call) }, context.dependencies),
          )
        },
      ),
    },
  ]
}

function settingBody(setting: WebhookSettings | undefined): WebhookSettingsBody {
  if (!setting) return { isEnabled: false, url: null, acceptsAny2xx: false, validSecrets: 0 }
  const { isEnabled, url, acceptsAny2xx, secrets, previousUntil } = setting
  return { isEnabled, url: url ?? null, acceptsAny2xx, validSecrets: secrets.length, previousUntil }
}

function textOf({ createdAt, notificationId }: DeliveryCursor): string {
  return `${createdAt.getTime()}.${notificationId}`
}

function markOf(text: string): DeliveryCursor | undefined {
  const [, time, notificationId] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(text) ?? []
  return notificationId === undefined ? undefined : { createdAt: new Date(Number(time)), notificationId }
}

/** How the console shows notifications that were sent, or are to be. */
export function deliverySummary({
  body: _body,
  seal: _seal,
  followsSetting: _follows,
  url,
  ...delivery
}: Delivery): DeliverySummaryBody {
  return { ...delivery, url: withoutQuery(url) }
}

/** With what was sent, which is masked, and every try. */
function deliveryDetails(delivery: Delivery, attempts: readonly DeliveryAttempt[]): DeliveryDetailsBody {
  return { ...deliverySummary(delivery), body: delivery.body, tries: attempts }
}

/** Some put a secret of their own behind the question mark. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?...')
}
