// The failures of the embedded PostgreSQL: always one line that says what is wrong and what to do.

import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorFailure } from '../../../kernel/failures.ts'

/** A reason not to start or stop that the operator can act upon; its message is a single line. */
export class EmbeddedPostgresFailure extends OperatorFailure {
  override readonly name = 'EmbeddedPostgresFailure'

  constructor(message: string, options?: ErrorOptions) {
    super(message.trim().replace(/\s*\n\s*/g, ' | '), options)
  }
}

export function noSpaceLeft(folder: string): EmbeddedPostgresFailure {
  return new EmbeddedPostgresFailure(
    `No space left for the database in ${folder}: free about 200 MB there, or choose another folder with TOLLGATE_DATA_DIR.`,
  )
}

/** Whether the disk behind the folder is nearly full: then even the server's log has no room for the message. */
export async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const disk = await statfs(folder)
    return disk.bavail * disk.bsize < 1024 * 1024
  } catch {
    return false
  }
}

/** Turns an operating system error into one clear line; anything else is a bug and is left unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  if (error instanceof EmbeddedPostgresFailure) return error
  const { code, path } = error as NodeJS.ErrnoException
  const where = path ?? folder
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return noSpaceLeft(folder)
    case 'EROFS':
      return new EmbeddedPostgresFailure(
        `The data folder ${folder} is on a read-only disk: make it writable, or choose another folder with TOLLGATE_DATA_DIR.`,
        { cause: error },
      )
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresFailure(
        `No permission to write to ${where}${userSuffix()}: start as its owner, give it away with "chown -R" (${dirname(where)} must be reachable too), or choose another folder with TOLLGATE_DATA_DIR.`,
        { cause: error },
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresFailure(
        `${where} is in the way, it is not a folder: remove it, or choose another data folder with TOLLGATE_DATA_DIR.`,
        { cause: error },
      )
    default:
      return error
  }
}

/** " as user 1000", where the system has numbered users. */
export function userSuffix(): string {
  const uid = process.getuid?.()
  return uid === undefined ? '' : ` as user ${uid}`
}
