// A reason why a database cannot be exported or imported that the operator can act upon.

/** The message is one line. */
export class BackupFailure extends Error {}
