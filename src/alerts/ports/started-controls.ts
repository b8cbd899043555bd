// The values of controls among the gateway's settings at its last start, for the comparison with the next one.
import type { AuditStamp } from '../../audit/ports/audit.ts'

/** By the names of the environment. */
export interface StoredControls {
  readonly values: Readonly<Record<string, unknown>>
  /** Of secrets only keyed hashes, in hexadecimal, all with this key. */
  readonly secrets: Readonly<Record<string, string>>
  readonly keyId: string
}

/** As the audit log has it; null where there was or is no value. */
export interface ControlChange {
  readonly before: unknown
  readonly after: unknown
  /** It protects less than before. */
  readonly weakens: boolean
}

export type ControlChanges = Readonly<Record<string, ControlChange>>

export interface StartedControls {
  /** Undefined before the first start. */
  find(): Promise<StoredControls | undefined>
  /**
   * Stores what is decided, in one commit with the audit log entry about the changes if there are any. Processes that start at the
   * same moment come one after the other. Nothing happens when nothing is decided.
   */
  replace(
    decide: (
      before: StoredControls | undefined,
    ) => { readonly controls: StoredControls; readonly changes: ControlChanges } | undefined,
    by: AuditStamp,
  ): Promise<ControlChanges>
}
