// What a check of the installation is: one row, which says what it looks at and how to mend what it finds.

import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/postgres/database.ts'

/** WRONG: a payment would fail or could be lost. WARNING: it works, but the operator should act. */
export type CheckState = 'OK' | 'WARNING' | 'WRONG' | 'SKIPPED'

export interface Finding {
  readonly state: CheckState
  /** One line: what was found. */
  readonly found: string
}

/** What there is to look at. Each part needs the one before it. */
export interface DoctorContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly config: Config
  readonly database: Database
}

interface CheckRow<Needed> {
  readonly name: string
  readonly looksAt: string
  /** What to do about it. One line. */
  readonly mend: string
  readonly run: (needed: Needed) => Promise<Finding>
}

/** What a check needs before it can look; it is skipped where that is missing. */
export type Check =
  | ({ readonly needs: 'NOTHING' } & CheckRow<Pick<DoctorContext, 'env'>>)
  | ({ readonly needs: 'SETTINGS' } & CheckRow<Pick<DoctorContext, 'env' | 'config'>>)
  | ({ readonly needs: 'DATABASE' | 'SCHEMA' } & CheckRow<DoctorContext>)

export function ok(found: string): Finding {
  return { state: 'OK', found }
}

export function warning(found: string): Finding {
  return { state: 'WARNING', found }
}

export function wrong(found: string): Finding {
  return { state: 'WRONG', found }
}

export function skipped(found: string): Finding {
  return { state: 'SKIPPED', found }
}
