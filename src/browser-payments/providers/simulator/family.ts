// A payment with all its later transactions: what is reserved, taken and returned is the sum of the standing ones.
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import type { ProviderLineKey } from './payments.ts'
import { type ProviderLine, type ProviderLineRow, providerLineFrom } from './provider-line.ts'
import { providerLineStatusOf } from './provider-line-status.ts'

/** Anything that runs a statement: the pool, or one connection inside a unit of work. */
export type ProviderClient = Pick<Database, 'query'>

const lockRoot = prepared(
  'providers-lock-root',
  `select from simulated_providers.line where provider = $1 and account = $2 and reference = $3 for update`,
)

// A separate statement, after the lock: only then it sees what the previous holder of the lock has written.
const readAll = prepared(
  'providers-read-family',
  'select * from simulated_providers.line where provider = $1 and account = $2 and root_reference = $3',
)

/**
 * The payment of that reference and its later transactions; locked against additions until the unit of work has ended.
 */
export async function readFamily(
  runner: ProviderClient,
  { provider, account, reference }: ProviderLineKey,
): Promise<readonly ProviderLine[]> {
  const key = [provider, account, reference]
  await runner.query(lockRoot(key))
  const { rows } = await runner.query<ProviderLineRow>(readAll(key))
  return rows.map(providerLineFrom)
}

export interface FamilySums {
  readonly reservedMinor: bigint
  readonly takenMinor: bigint
  readonly refundedMinor: bigint
}

export function sumsOf(family: readonly ProviderLine[], now: Date): FamilySums {
  const sum = (...kinds: readonly ProviderLine['kind'][]) =>
    family
      .filter((line) => kinds.includes(line.kind) && !isVoided(line, family, now))
      .reduce((total, line) => total + providerLineStatusOf(line, now).standingMinor, 0n)
  return { reservedMinor: sum('AUTHORIZE'), takenMinor: sum('PAY', 'CAPTURE'), refundedMinor: sum('REFUND') }
}

export function isVoided({ reference }: ProviderLine, family: readonly ProviderLine[], now: Date): boolean {
  return family.some(
    (line) =>
      line.kind === 'VOID' && line.originalReference === reference && providerLineStatusOf(line, now).isApproved,
  )
}

/** Whether a standing entry refers to this one. */
export function hasEffectiveDependents(
  { reference }: ProviderLine,
  family: readonly ProviderLine[],
  now: Date,
): boolean {
  return family.some(
    (line) =>
      line.kind !== 'VOID' &&
      line.reference !== reference &&
      line.originalReference === reference &&
      providerLineStatusOf(line, now).isApproved &&
      !isVoided(line, family, now),
  )
}
