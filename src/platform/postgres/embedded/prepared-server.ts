// All that is needed to launch a server: where its data is, who runs it, and from which programs.
import { changeOwner, type ServerAccount } from './account.ts'
import type { ClusterLayout } from './layout.ts'
import type { ServerPrograms } from './server-package.ts'

export interface PreparedServer {
  readonly layout: ClusterLayout
  readonly account: ServerAccount
  readonly programs: ServerPrograms
}

/** What root writes into an ordinary user's data folder must stay usable for that user. */
export async function keepOwnership({ account, layout }: PreparedServer, file: string): Promise<void> {
  if (layout.home === layout.dataDir) await changeOwner(account, file)
}
