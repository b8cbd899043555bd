// The controls of the last start in PostgreSQL: one row of the operator's.

import { writeAuditLine } from '../../audit/index.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type { StartedControls } from '../ports/started-controls.ts'
import type { StoredControls } from '../rules/controls.ts'

const find = prepared(
  'find-started-controls',
  'select control_values as "values", secrets, key_id as "keyId" from started_controls where merchant_id = $1',
)
/** Made first, so that there is a row to lock: its key is no key. */
const ensure = prepared(
  'ensure-started-controls',
  `insert into started_controls (merchant_id, control_values, secrets, key_id) values ($1, '{}', '{}', '') on conflict do nothing`,
)
const lock = prepared(
  'lock-started-controls',
  `select control_values as "values", secrets, key_id as "keyId" from started_controls where merchant_id = $1 for update`,
)
const store = prepared(
  'store-started-controls',
  `update started_controls set control_values = $2, secrets = $3, key_id = $4, updated_at = $5 where merchant_id = $1`,
)

const existing = (row: StoredControls | undefined) => (row && row.keyId !== '' ? row : undefined)

export function postgresStartedControls(databases: MerchantDatabases): StartedControls {
  const database = () => databases.of(operatorMerchantId)
  return {
    async find() {
      const { rows } = await database().query<StoredControls>(find([operatorMerchantId]))
      return existing(rows[0])
    },

    replace: (decide, by) =>
      inUnitOfWork(database(), async (client) => {
        await client.query(ensure([operatorMerchantId]))
        const { rows } = await client.query<StoredControls>(lock([operatorMerchantId]))
        const decided = decide(existing(rows[0]))
        if (!decided) return {}
        const { controls, changes } = decided
        const { values, secrets, keyId } = controls
        await client.query(store([operatorMerchantId, JSON.stringify(values), JSON.stringify(secrets), keyId, by.at]))
        if (Object.keys(changes).length > 0)
          await writeAuditLine(client, {
            merchantId: operatorMerchantId,
            action: 'GATEWAY_SETTINGS_CHANGED',
            subject: { controls: changes },
            ...by,
          })
        return changes
      }),
  }
}
