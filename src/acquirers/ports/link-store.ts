// The operator's acquirer links.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { SettingValues } from '../../kernel/settings-schema.ts'

export interface Link {
  readonly linkId: string
  readonly adapter: string
  /** Shown as transaction.acquirer.id. */
  readonly acquirerId: string
  /** A disabled link takes no new orders; what follows on existing ones and recovery still use it. */
  readonly isEnabled: boolean
  /** The current revision. */
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** From the first to the current one. */
  readonly revisions: readonly SettingsRevision[]
}

/** The settings of a link as transactions remember them; its identity settings never change. */
export interface SettingsRevision {
  readonly revision: number
  readonly settings: SettingValues
  readonly secrets: SettingValues
  /** Rises with each change of its tuning. */
  readonly change: number
  readonly createdAt: Date
}

export type NewLink = Pick<Link, 'linkId' | 'adapter' | 'acquirerId'> & Pick<SettingsRevision, 'settings' | 'secrets'>

export interface LinkChange {
  readonly acquirerId?: string
  readonly isEnabled?: boolean
  /** Settings that protect less than before. */
  readonly weakened?: readonly string[]
  /** A revision that exists gets other tuning; the one after the current one is made, and becomes current. */
  readonly revision?: Pick<SettingsRevision, 'revision' | 'settings' | 'secrets'>
}

/** What is not settled on a revision. */
export interface OpenOnRevision {
  readonly revision: number
  /** Transactions without an outcome. */
  readonly attempts: number
  readonly reversals: number
  readonly manualResolutions: number
}

export interface LinkStore {
  /** By id. Throws AccessRightsRefusedError when they are not as they were sealed. */
  list(): Promise<readonly Link[]>
  find(linkId: string): Promise<Link | undefined>
  /** False when the id is taken. */
  create(link: NewLink, by: AuditStamp): Promise<boolean>
  /** Decides on the stored link; a text is a refusal, and nothing is written. Undefined where there is no such link. */
  change<Refusal extends string>(
    linkId: string,
    decide: (link: Link) => LinkChange | Refusal,
    by: AuditStamp,
  ): Promise<Link | Refusal | undefined>
  /** Revisions on which nothing is open are left out. */
  countOpen(linkId: string): Promise<readonly OpenOnRevision[]>
  /** The adapters and acquirer ids that profiles name without a link. */
  listUnlinkedAdapters(): Promise<readonly { readonly adapter: string; readonly acquirerId: string }[]>
}
