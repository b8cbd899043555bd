// Compares the controls among the gateway's settings with those of the last start, and writes to the audit log what differs: nobody
// can approve the environment.
import type { AlertDependencies } from '../dependencies.ts'
import type { ControlChanges, StoredControls } from '../rules/controls.ts'

export interface OwnControls {
  /** Under the current key. */
  stored(): StoredControls
  changesFrom(before: StoredControls): ControlChanges
}

type ControlDependencies = Pick<AlertDependencies, 'startedControls' | 'clock'>

/** Once for each start of a process. What another process has noted already is not noted again. */
export function compareControls(
  own: OwnControls,
  { startedControls, clock }: ControlDependencies,
): Promise<ControlChanges> {
  return startedControls.replace(
    (before) => ({ controls: own.stored(), changes: before ? own.changesFrom(before) : {} }),
    { actor: 'gateway', at: clock.now() },
  )
}

/** Hashes the same secrets under the current key, so that the one before can be destroyed. */
export async function renewControls(own: OwnControls, { startedControls, clock }: ControlDependencies): Promise<void> {
  const isOld = (before: StoredControls | undefined) => before !== undefined && before.keyId !== own.stored().keyId
  // A process that was started later with other settings renews its own.
  const isOwn = (before: StoredControls) => Object.keys(own.changesFrom(before)).length === 0
  if (!isOld(await startedControls.find())) return
  await startedControls.replace(
    (before) => (before && isOld(before) && isOwn(before) ? { controls: own.stored(), changes: {} } : undefined),
    { actor: 'gateway', at: clock.now() },
  )
}
