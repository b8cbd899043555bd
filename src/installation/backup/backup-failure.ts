// A reason why a database cannot be exported or imported that the operator can act upon.

import { OperatorFailure } from '../../kernel/operator-failure.ts'

/** The message is one line. */
export class BackupFailure extends OperatorFailure {}
