// The key and certificate of a TLS listener: read from files, checked, and read again when the files change.
import { constants, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { ListenFailure } from './listening-sockets.ts'

export interface TlsFiles {
  readonly keyFile: string
  readonly certificateFile: string
}

interface TlsWatchOptions {
  /** The state of the files when they were last read. */
  readonly state: string
  readonly apply: (context: SecureContextOptions) => void
  readonly warn: (message: string) => void
}

export interface TlsWatch {
  reload(): Promise<boolean>
  stop(): void
}

const pollMs = 2_000

/** Forward secrecy and authenticated encryption only. The first three are those of TLS 1.3, the others of TLS 1.2. */
const suites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
]

const policy: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.3',
  ciphers: suites.join(':'),
  // A renegotiation costs the gateway more than the client, and could change the certificate in the middle of a
  // connection.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
}

/** Reads both files, or throws ListenFailure when they cannot be used together. */
export async function readTlsFiles(files: TlsFiles): Promise<{ context: SecureContextOptions; state: string }> {
  // Checked first and read afterwards: the next check then sees a change in between.
  const state = await stateOf(files)
  const [key, cert] = await Promise.all([read(files.keyFile), read(files.certificateFile)])
  const privateKey = parse(
    () => createPrivateKey(key),
    `The TLS key file ${files.keyFile} contains no private key in PEM format.`,
  )
  const noCertificate = `The TLS certificate file ${files.certificateFile} contains no certificate in PEM format.`
  const certificate = parse(() => new X509Certificate(cert), noCertificate)
  if (!certificate.checkPrivateKey(privateKey)) {
    throw failure(`The TLS certificate in ${files.certificateFile} does not belong to the key in ${files.keyFile}.`)
  }
  const context = { ...policy, key, cert }
  // OpenSSL decides in the end, on a damaged chain for example.
  parse(() => createSecureContext(context), `The TLS certificate file ${files.certificateFile} cannot be used.`)
  return { context, state }
}

/**
 * Applies new files without a restart. The files are checked every two seconds: notifications of the file system miss
 * changes behind symbolic links and on network disks, which is how certificates are often distributed.
 */
export function watchTlsFiles(files: TlsFiles, { state, apply, warn }: TlsWatchOptions): TlsWatch {
  let lastState = state
  let queue = Promise.resolve(true)

  const load = async (): Promise<boolean> => {
    lastState = await stateOf(files)
    try {
      const { context } = await readTlsFiles(files)
      apply(context)
      return true
    } catch (error) {
      warn(`${error instanceof Error ? error.message : String(error)} The old certificate stays in use.`)
      return false
    }
  }
  const reload = (): Promise<boolean> => {
    queue = queue.then(load)
    return queue
  }
  let seen = state
  const look = async () => {
    const present = await stateOf(files)
    // Two checks must agree: key and certificate are seldom replaced in the same instant.
    if (present === seen && present !== lastState) await reload()
    seen = present
  }
  const timer = setInterval(() => void look(), pollMs).unref()
  return { reload, stop: () => clearInterval(timer) }
}

async function stateOf({ keyFile, certificateFile }: TlsFiles): Promise<string> {
  const states = [keyFile, certificateFile].map(async (path) => {
    try {
      const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true })
      return `${dev}:${ino}:${size}:${mtimeNs}`
    } catch {
      return 'missing'
    }
  })
  return (await Promise.all(states)).join(' ')
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw failure(`The TLS file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** OpenSSL's own messages are left out: they would not help. */
function parse<Value>(make: () => Value, complaint: string): Value {
  try {
    return make()
  } catch {
    throw failure(complaint)
  }
}

function failure(message: string): ListenFailure {
  return new ListenFailure('TLS_FILES', message)
}
