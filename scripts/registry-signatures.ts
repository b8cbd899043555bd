// Checks the installed packages against the registry: that it has signed each of them, and where their makers publish how and from which source
// a package was built (provenance), that this is signed, too. npm does both; it needs the registry and the keys that are published for it.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'

export type SignatureAudit =
  | { readonly kind: 'VERIFIED'; readonly attested: number | undefined }
  /** Packages whose signature or provenance is wrong, or missing where the registry signs. */
  | { readonly kind: 'REFUSED'; readonly faults: readonly string[] }
  | { readonly kind: 'NOT_CHECKED'; readonly why: string }

export interface EndedAudit {
  readonly exitCode: number | null
  readonly output: string
  readonly complaints: string
}

interface AuditedPackage {
  readonly name: string
  readonly version: string
  readonly code?: string
}

interface PrintedAudit {
  readonly invalid?: readonly AuditedPackage[]
  readonly missing?: readonly AuditedPackage[]
  readonly verified?: readonly AuditedPackage[]
  readonly error?: { readonly code?: string; readonly summary?: string }
}

/** Neither a network nor a registry without keys says anything about a package. Whatever else goes wrong counts as a refusal. */
const unanswered =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b|installed from a supported registry/

const timeoutMs = 120_000

export async function auditSignatures(): Promise<SignatureAudit> {
  const words = [
    'audit',
    'signatures',
    '--json',
    '--include-attestations',
    '--fetch-retries=0',
    '--fetch-timeout=20000',
  ]
  const child = spawn('npm', words, {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    shell: process.platform === 'win32',
  })
  const exit = Promise.withResolvers<number | null>()
  child.once('error', () => exit.resolve(null)).once('close', exit.resolve)
  const [output, complaints, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit.promise])
  return readSignatureAudit({ exitCode, output, complaints })
}

export function readSignatureAudit({ exitCode, output, complaints }: EndedAudit): SignatureAudit {
  const { invalid = [], missing = [], verified, error } = parsed(output)
  const faults = [
    ...invalid.map(({ name, version, code }) => `${name} ${version}: ${code ?? 'its signature is wrong'}`),
    ...missing.map(({ name, version }) => `${name} ${version}: it is not signed`),
  ]
  if (faults.length > 0) return { kind: 'REFUSED', faults }
  if (exitCode === 0 && !error) return { kind: 'VERIFIED', attested: verified?.length }
  const why = [error?.code, error?.summary, complaints].filter(Boolean).join(' ').trim()
  const lines = why === '' ? 'npm could not be run' : why.replaceAll(/\s+/g, ' ').slice(0, 300)
  return unanswered.test(why) ? { kind: 'NOT_CHECKED', why: lines } : { kind: 'REFUSED', faults: [lines] }
}

function parsed(output: string): PrintedAudit {
  try {
    return JSON.parse(output) as PrintedAudit
  } catch {
    return {}
  }
}
