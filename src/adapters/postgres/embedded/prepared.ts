// All that is needed to launch a server: where its data is, who runs it, and from which programs.
import { type Account, giveTo } from './account.ts'
import type { Place } from './layout.ts'
import type { ServerPrograms } from './server-package.ts'

export interface Prepared {
  readonly place: Place
  readonly account: Account
  readonly programs: ServerPrograms
}

/** What root writes into an ordinary user's data folder must stay usable for that user. */
export async function keepOwnership({ account, place }: Prepared, file: string): Promise<void> {
  if (place.home === place.dataDir) await giveTo(account, file)
}
