// Finds the running host of a folder: it leaves a file there that says where it can be asked.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const placeFile = 'host.json'

export class HostInUseError extends Error {
  constructor(folder: string) {
    super(`Another host already uses the folder ${folder}.`)
    this.name = 'HostInUseError'
  }
}

/** The address of its read port; undefined when none runs there. */
export async function findHost(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, placeFile), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { adminUrl } = JSON.parse(text) as { readonly adminUrl: string }
    const status = await fetch(`${adminUrl}/status`, { signal: AbortSignal.timeout(2_000) })
    const { folder: other } = (await status.json()) as { readonly folder?: string }
    return other === folder ? adminUrl : undefined
  } catch {
    // A host that was killed has left the file.
    return undefined
  }
}
