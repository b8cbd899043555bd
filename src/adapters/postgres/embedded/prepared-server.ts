// All that is needed to launch a server: where its data is, who runs it, and from which programs.
import { changeOwner, type ServerAccount } from './account.ts'
import type { ClusterLayout } from './layout.ts'
import type { ServerPrograms } from './server-package.ts'

export interface PreparedServer {
  readonly place: ClusterLayout
  readonly account: ServerAccount
  readonly programs: ServerPrograms
}

/** What root writes into an ordinary user's data folder must stay usable for that user. */
export async function keepOwnership({ account, place }: PreparedServer, file: string): Promise<void> {
  if (place.home === place.dataDir) await changeOwner(account, file)
}
