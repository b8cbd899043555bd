// Composes the parts for alerts to users.

import type { AlertPorts } from '../alerts/ports/alert-ports.ts'
import { postgresStartedControls } from '../alerts/postgres/started-controls.ts'
import { postgresAlerts } from '../audit/postgres/alerts.ts'
import type { MerchantDatabases } from '../platform/postgres/cluster/merchant-databases.ts'
import { postgresAttention } from '../search/postgres/attention.ts'
import { postgresUserMailQueue } from '../users/postgres/user-mail-queue.ts'

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
