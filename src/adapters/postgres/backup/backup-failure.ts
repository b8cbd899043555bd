// A reason why a database cannot be exported or imported that a person can act upon.

/** The message is one line. */
export class BackupFailure extends Error {}
