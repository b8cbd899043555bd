// Who did what: the lines of a merchant, and the operator's own.
import { string } from '../../../contract/field-types.ts'
import { operator } from '../../../domain/users/user.ts'
import type { AuditAction } from '../../../ports/audit/audit.ts'
import { type Desk, idOf } from '../context.ts'
import { instant, pageOf, pageRows } from '../fields.ts'
import { withQuery } from '../read-fields.ts'
import { ok, refusal } from '../responses.ts'
import type { ConsoleCall, ConsoleRoute } from '../route.ts'

const wantedRows = { ...pageRows, actor: string(1, 256), action: string(1, 60), from: instant, to: instant } as const

export function auditServices({ ports: { auditReader } }: Desk): readonly ConsoleRoute[] {
  const lines = (merchantOf: (call: ConsoleCall) => string) =>
    withQuery(wantedRows, async ({ after, limit, actor, action, from, to }, call) => {
      const page = await auditReader.list(
        {
          merchantId: merchantOf(call),
          ...(actor !== undefined && { actor }),
          // One that does not exist finds nothing.
          ...(action !== undefined && { action: action as AuditAction }),
          ...(from !== undefined && { from: new Date(from) }),
          ...(to !== undefined && { to: new Date(to) }),
        },
        pageOf({ after, limit }),
      )
      if (!page) return refusal(422, 'FIELD_INVALID', 'It is not from an answer to this list.', 'after')
      return ok({ rows: page.rows, ...(page.next !== undefined && { next: page.next }) })
    })

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/audit',
      purpose: 'Lists who did what, newest first.',
      access: { kind: 'MERCHANT', right: 'MANAGE_USERS' },
      handle: lines((call) => idOf(call, 'merchantId')),
    },
    {
      method: 'GET',
      path: '/audit',
      purpose: 'Lists what the operator’s people did that is about no merchant.',
      access: { kind: 'OPERATOR', right: 'MANAGE_USERS' },
      handle: lines(() => operator),
    },
  ]
}
