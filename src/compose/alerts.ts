// Composes the parts for alerts to users.
import { postgresAlerts } from '../adapters/postgres/audit/alerts.ts'
import { postgresStartedControls } from '../adapters/postgres/audit/started-controls.ts'
import type { MerchantDatabases } from '../adapters/postgres/cluster/merchant-databases.ts'
import { postgresUserMailQueue } from '../adapters/postgres/mail/user-mail-queue.ts'
import { postgresAttention } from '../adapters/postgres/users/attention.ts'
import type { AlertPorts } from '../ports/audit/alert-ports.ts'

export function composeAlerts(
  databases: MerchantDatabases,
  { workOf }: { readonly workOf: MerchantDatabases },
): Omit<AlertPorts, 'userEmails'> {
  return {
    alerts: postgresAlerts(databases),
    attention: postgresAttention(workOf),
    startedControls: postgresStartedControls(databases),
    userMails: postgresUserMailQueue(databases),
  }
}
