// Who did what: the lines of a merchant, and the operator's own.

import type { AuditAction, AuditLine } from '../../audit/ports/audit.ts'
import { string } from '../../contract/field-types.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import { type ConsoleContext, pathId } from '../context.ts'
import { dateTimeRow, pageQueryOf, pageRows } from '../fields.ts'
import { withQuery } from '../read-fields.ts'
import { consoleRefusal, okResponse } from '../responses.ts'
import type { ConsoleCall, ConsoleRoute } from '../route.ts'

const wantedRows = {
  ...pageRows,
  actor: string(1, 256),
  action: string(1, 60),
  from: dateTimeRow,
  to: dateTimeRow,
} as const

export function auditServices({ ports: { auditReader } }: ConsoleContext): readonly ConsoleRoute[] {
  const lines = (merchantOf: (call: ConsoleCall) => string) =>
    withQuery(wantedRows, async ({ after, limit, actor, action, from, to }, call) => {
      const page = await auditReader.list(
        {
          merchantId: merchantOf(call),
          ...omitUndefined({ actor }),
          // One that does not exist finds nothing.
          ...(action !== undefined && { action: action as AuditAction }),
          ...(from !== undefined && { from: new Date(from) }),
          ...(to !== undefined && { to: new Date(to) }),
        },
        pageQueryOf({ after, limit }),
      )
      if (!page) return consoleRefusal(422, 'FIELD_INVALID', 'It was not returned by this list.', 'after')
      return okResponse<ResultPage<AuditLine>>({
        rows: page.rows,
        ...omitUndefined({ next: page.next }),
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
