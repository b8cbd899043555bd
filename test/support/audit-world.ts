// An audit on a database of its own, with everything it takes to chain it, check it and tamper with it.
import assert from 'node:assert/strict'
import { postgresAudit } from '../../src/adapters/postgres/audit.ts'
import { postgresAuditChain } from '../../src/adapters/postgres/audit-chain.ts'
import { postgresAuditReader } from '../../src/adapters/postgres/audit-reader.ts'
import { openDatabase } from '../../src/adapters/postgres/database.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { keyInMemory } from '../../src/adapters/vault/key-in-memory.ts'
import { openVault } from '../../src/adapters/vault/vault.ts'
import { chainAudit } from '../../src/jobs/chain-audit.ts'
import { type AuditFault, type AuditReport, verifyAudit } from '../../src/operations/verify-audit.ts'
import type { AuditEntry } from '../../src/ports/audit.ts'
import { createTestDatabase, databaseUrl, testKey } from './database.ts'

export type AuditWorld = Awaited<ReturnType<typeof openAuditWorld>>

const beganAt = Date.UTC(2026, 10, 15, 9)

export async function openAuditWorld({ database: name }: { readonly database?: string } = {}) {
  const connectionString = databaseUrl(name ?? (await createTestDatabase()))
  const database = openDatabase({ connectionString }, { poolSize: 6, onError: () => undefined })
  const openAnother = () =>
    openVault(database, keyInMemory(Buffer.from(testKey, 'base64')), {
      onError: (error) => assert.fail(String(error)),
      refreshEveryMs: 3_600_000,
    })
  const vault = await openAnother()
  const auditChain = postgresAuditChain(database)
  const audit = postgresAudit(database)
  const ports = { auditChain, vault, clock: systemClock }
  const failures = new Map<string, string>()
  const onError = (error: unknown, merchantId: string) => void failures.set(merchantId, String(error))
  let written = 0

  return {
    connectionString,
    database,
    vault,
    ports,
    audit,
    auditReader: postgresAuditReader(database),
    onError,
    /** What the chaining of a merchant came upon last. */
    failureOf: (merchantId: string) => failures.get(merchantId) ?? '',

    /** Lines a second apart, each about an order of its own. */
    async write(merchantId: string, count: number, differences: Partial<AuditEntry> = {}): Promise<void> {
      for (let line = 0; line < count; line += 1) {
        written += 1
        const about = { actor: `person-${written % 3}`, action: 'ORDER_REVIEWED', ...differences } as const
        const at = differences.at ?? new Date(beganAt + written * 1_000)
        await audit.append({ merchantId, subject: { orderId: `order-${written}`, amount: '10.00' }, ...about, at })
      }
    },

    chain: () => chainAudit(ports, onError),
    verify: (merchantId: string) => verifyAudit(merchantId, ports),

    async query<R extends object>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> {
      return (await database.query<R>(text, [...values])).rows
    },

    async close() {
      await vault.close()
      await database.end()
    },
  }
}

/** Each fault in a word or two. */
export function faultsIn({ faults }: AuditReport): readonly string[] {
  return faults.map(nameOf)
}

function nameOf(fault: AuditFault): string {
  if (fault.kind === 'REMOVED') return `REMOVED ${fault.from}-${fault.to}`
  if (fault.kind === 'REORDERED') return `REORDERED ${fault.line.position} from ${fault.stoodAt}`
  if ('line' in fault) return `${fault.kind} ${fault.line.position}`
  return fault.kind
}
