// Alerts to the operator's users: what was changed of acquirer links, routes and controls, by whom, and the daily summary.

import { alertKinds } from '../../../audit/ports/alerts.ts'
import { enumeration } from '../../../contract/field-types.ts'
import { required } from '../../../contract/row.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { type ConsoleContext, signedInUser } from '../../context.ts'
import { dateTimeRow, pageQueryOf, pageRows } from '../../fields.ts'
import { withBody, withQuery } from '../../read-fields.ts'
import type { AlertListBody, AlertSummaryBody, UnreadAlertsBody } from '../../response-bodies/alerts.ts'
import { consoleRefusal, okResponse } from '../../responses.ts'
import type { ConsoleRoute } from '../../route.ts'

const wantedRows = { ...pageRows, kind: enumeration(alertKinds), from: dateTimeRow, to: dateTimeRow } as const

/** More than that is "many". */
const countedMax = 100

export function alertServices({ ports }: ConsoleContext): readonly ConsoleRoute[] {
  const access = { kind: 'OPERATOR', permission: 'VIEW' } as const
  return [
    {
      method: 'GET',
      path: '/alerts',
      purpose: 'Lists alerts, newest first.',
      access,
      handle: withQuery(wantedRows, async ({ after, limit, kind, from, to }) => {
        const wanted = {
          ...omitUndefined({ kind }),
          ...(from !== undefined && { from: new Date(from) }),
          ...(to !== undefined && { to: new Date(to) }),
        }
        const page = await ports.alerts.list(wanted, pageQueryOf({ after, limit }))
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
        const { alertsReadUntil } = await ports.preferences.find(user)
        // Those from before the user existed are history.
        const since = alertsReadUntil === undefined ? user.createdAt : new Date(alertsReadUntil)
        return okResponse<UnreadAlertsBody>({ count: await ports.alerts.countAfter(since, countedMax) })
      },
    },
    {
      method: 'PUT',
      path: '/alerts/read',
      purpose: 'Marks alerts up to a time as read by the user.',
      access,
      handle: withBody({ until: required(dateTimeRow) }, async ({ until }, call) => {
        const user = signedInUser(call)
        const { alertsReadUntil } = await ports.preferences.find(user)
        const last = new Date(until).toISOString()
        // Another window may show an older list.
        if (alertsReadUntil === undefined || alertsReadUntil < last)
          await ports.preferences.change(user, { alertsReadUntil: last })
        return { status: 204 }
      }),
    },
    {
      method: 'GET',
      path: '/alerts/summary',
      purpose: 'Shows the latest daily summary that reports anything.',
      access,
      handle: async () => okResponse<AlertSummaryBody>(omitUndefined({ summary: await ports.alerts.lastSummary() })),
    },
  ]
}
