// The audit log, and the alerts about what happened.
import { type AuditAction, type AuditLine, alertKinds } from '../../audit/index.ts'
import { enumeration, string } from '../../contract/field-types.ts'
import { required } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import { type ConsoleContext, pathId, signedInUser } from '../context.ts'
import { dateTimeRow, pageQueryOf, pageRows, withBody, withQuery } from '../fields.ts'
import type { AlertListBody, AlertSummaryBody, UnreadAlertsBody } from '../response-bodies/users.ts'
import { consoleRefusal, okResponse } from '../responses.ts'
import type { ConsoleCall, ConsoleRoute } from '../route.ts'

const auditFilterRows = {
  ...pageRows,
  actor: string(1, 256),
  action: string(1, 60),
  from: dateTimeRow,
  to: dateTimeRow,
} as const

export function auditServices({ dependencies: { auditReader } }: ConsoleContext): readonly ConsoleRoute[] {
  const lines = (merchantOf: (call: ConsoleCall) => string) =>
    withQuery(auditFilterRows, async ({ after, limit, actor, action, from, to }, call) => {
      const page = await auditReader.list(
        {
          merchantId: merchantOf(call),
          actor,
          // One that does not exist finds nothing.
          ...(action !== undefined && { action: action as AuditAction }),
          from: from === undefined ? undefined : new Date(from),
          to: to === undefined ? undefined : new Date(to),
        },
        pageQueryOf({ after, limit }),
      )
      if (!page) return consoleRefusal(422, 'FIELD_INVALID', 'It was not returned by this list.', 'after')
      return okResponse<ResultPage<AuditLine>>({
        rows: page.rows,
        next: page.next,
      })
    })

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/audit',
      purpose: 'Lists audit log entries, newest first.',
      access: { kind: 'MERCHANT', permission: 'MANAGE_USERS' },
      handle: lines((call) => pathId(call, 'merchantId')),
    },
    {
      method: 'GET',
      path: '/audit',
      purpose: 'Lists audit log entries of operator users that concern no merchant.',
      access: { kind: 'OPERATOR', permission: 'MANAGE_USERS' },
      handle: lines(() => operatorMerchantId),
    },
  ]
}

/**
 * Alerts to the operator's users: what was changed of acquirer links, routes and controls, by whom, and the daily
 * summary.
 */
const alertFilterRows = { ...pageRows, kind: enumeration(alertKinds), from: dateTimeRow, to: dateTimeRow } as const

/** More than that is "many". */
const countedMax = 100

export function alertServices({ dependencies }: ConsoleContext): readonly ConsoleRoute[] {
  const access = { kind: 'OPERATOR', permission: 'VIEW' } as const
  return [
    {
      method: 'GET',
      path: '/alerts',
      purpose: 'Lists alerts, newest first.',
      access,
      handle: withQuery(alertFilterRows, async ({ after, limit, kind, from, to }) => {
        const wanted = {
          kind,
          from: from === undefined ? undefined : new Date(from),
          to: to === undefined ? undefined : new Date(to),
        }
        const page = await dependencies.alerts.list(wanted, pageQueryOf({ after, limit }))
        if (!page) return consoleRefusal(422, 'FIELD_INVALID', 'It was not returned by this list.', 'after')
        return okResponse<AlertListBody>(page)
      }),
    },
    {
      method: 'GET',
      path: '/alerts/unread',
      purpose: 'Counts alerts that the user has not read.',
      access,
      async handle(call) {
        const user = signedInUser(call)
        const { alertsReadUntil } = await dependencies.preferences.find(user)
        // Those from before the user existed are history.
        const since = alertsReadUntil === undefined ? user.createdAt : new Date(alertsReadUntil)
        return okResponse<UnreadAlertsBody>({ count: await dependencies.alerts.countAfter(since, countedMax) })
      },
    },
    {
      method: 'PUT',
      path: '/alerts/read',
      purpose: 'Marks alerts up to a time as read by the user.',
      access,
      handle: withBody({ until: required(dateTimeRow) }, async ({ until }, call) => {
        const user = signedInUser(call)
        const { alertsReadUntil } = await dependencies.preferences.find(user)
        const last = new Date(until).toISOString()
        // Another window may show an older list.
        if (alertsReadUntil === undefined || alertsReadUntil < last)
          await dependencies.preferences.change(user, { alertsReadUntil: last })
        return { status: 204 }
      }),
    },
    {
      method: 'GET',
      path: '/alerts/summary',
      purpose: 'Shows the latest daily summary that reports anything.',
      access,
      handle: async () =>
        okResponse<AlertSummaryBody>(omitUndefined({ summary: await dependencies.alerts.lastSummary() })),
    },
  ]
}
