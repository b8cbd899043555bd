// The controls of the last start, with which those of this one are compared.
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { ControlChanges, StoredControls } from '../rules/controls.ts'

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
