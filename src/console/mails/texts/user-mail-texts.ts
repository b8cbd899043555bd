// The texts of e-mails to users, in the languages of the console. Values are in braces.

import type { AlertAction } from '../../../audit/index.ts'
import type { AttentionSubject } from '../../../users/index.ts'

export interface UserMailTexts {
  /** As the console's audit log names them. */
  readonly actions: Readonly<Record<AlertAction, string>>
  readonly code: {
    readonly subject: string
    /** {login}, {minutes} */
    readonly text: string
    readonly unexpected: string
  }
  readonly addressChanged: {
    readonly subject: string
    /** {login}, {time}, {actor} */
    readonly text: string
    readonly unexpected: string
  }
  readonly alert: {
    /** {action} */
    readonly subject: string
    readonly time: string
    readonly user: string
    readonly merchant: string
    readonly link: string
    readonly weakened: string
    readonly changes: string
    /** {count} */
    readonly more: string
    /** In place of a value. */
    readonly none: string
  }
  readonly summary: {
    /** {count} */
    readonly subject: string
    /** {from}, {until} */
    readonly text: string
  }
  /** What waits for people: what it is, and what to do. */
  readonly attention: Readonly<Record<AttentionSubject, AttentionTexts>>
  /** Before their ids. */
  readonly orders: string
  /** Before their ids and numbers. */
  readonly merchants: string
  readonly open: string
}

interface AttentionTexts {
  /** {count} */
  readonly subject: string
  readonly text: string
  readonly merchant: string
  readonly operator: string
}
