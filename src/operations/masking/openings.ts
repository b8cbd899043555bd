// Audit entries of one request about sealed accounts that were opened for it.
import type { AuditEntry } from '../../ports/audit/audit.ts'

/** The openings of one request that no commit has taken along yet. */
export class UnsealAuditLog {
  /** What the request is about, for every line. */
  readonly about: object
  #entries: AuditEntry[] = []

  constructor(about: object = {}) {
    this.about = about
  }

  /** Also for a line about the attempt itself. */
  add(entry: AuditEntry): void {
    this.#entries.push(entry)
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  take(): readonly AuditEntry[] {
    const taken = this.#entries
    this.#entries = []
    return taken
  }
}
