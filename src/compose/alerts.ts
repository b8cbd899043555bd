// Composes the parts for alerts to the operator's users.

import type { AlertPorts } from '../alerts/ports/alert-ports.ts'
import { postgresStartedControls } from '../alerts/postgres/started-controls.ts'
import { postgresAlerts } from '../audit/postgres/alerts.ts'
import type { MerchantDatabases } from '../platform/postgres/cluster/merchant-databases.ts'
import { postgresUserMailQueue } from '../users/postgres/user-mail-queue.ts'

export function composeAlerts(databases: MerchantDatabases): Omit<AlertPorts, 'userEmails'> {
  return {
    alerts: postgresAlerts(databases),
    startedControls: postgresStartedControls(databases),
    userMails: postgresUserMailQueue(databases),
  }
}
