// Commands about the scripts of payment pages.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'
import { FieldError } from '../../contract/row.ts'
import { pageScripts } from '../../pages/index.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { requiredOption, type ValueRow } from '../rows.ts'
import { table } from '../table.ts'

export const pagesScripts = command({
  name: 'pages scripts',
  purpose: 'Lists the scripts and style sheets of the payment pages, with their hashes and the pages that use them.',
  arguments: {},
  options: {},
  example: '',
  notes:
    () => `This is the inventory of payment page scripts required by PCI DSS 6.4.3. "pages verify" compares it with a
running gateway.`,
  run: async () => {
    const scripts = pageScripts().map(({ fetchPath: _, ...script }) => script)
    const rows = scripts.map(({ kind, path, version, bytes, sha384, usedBy }) => [
      kind,
      path,
      version,
      String(bytes),
      sha384,
      usedBy.join(', '),
    ])
    return commandDone({ scripts }, table(['KIND', 'PATH', 'VERSION', 'BYTES', 'SHA-384', 'USED BY'], rows))
  },
})

const answerMs = 10_000
const bytesMax = 1024 * 1024

const urlOption: ValueRow<URL> = {
  kind: 'VALUE',
  placeholder: 'url',
  description: 'The URL of the gateway, such as https://pay.example.',
  parse(text) {
    const url = URL.parse(text)
    return url && /^https?:$/.test(url.protocol) ? url : new FieldError('must be a URL that begins with https://')
  },
}

const caOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: 'file',
  description: 'The certificate authority to trust, in PEM; in the sandbox .tollgate/tls/ca-certificate.pem.',
  parse: (text) => text,
}

export const pagesVerify = command({
  name: 'pages verify',
  purpose: 'Compares the payment page scripts of a running gateway with this release; exits with 1 on any difference.',
  arguments: {},
  options: { url: requiredOption(urlOption), ca: caOption },
  example: '--url https://localhost:8443 --ca .tollgate/tls/ca-certificate.pem',
  run: async ({ url, ca: caFile }) => {
    const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8').catch(() => null)
    if (ca === null) return commandRefused(`The file ${caFile} cannot be read.`)
    const scripts = []
    for (const { fetchPath, path, sha384 } of pageScripts()) {
      const found = await hashAt(new URL(fetchPath, url), ca)
      scripts.push({ path, sha384, found, isSame: found === sha384 })
    }
    const different = scripts.filter(({ isSame }) => !isSame)
    if (different.length === 0) return commandDone({ scripts }, `All ${scripts.length} files match this release.`)
    const rows = different.map(({ path, sha384, found }) => [path, sha384, found])
    return doneWithProblems(
      { scripts },
      `${different.length} of ${scripts.length} files differ:\n\n${table(['PATH', 'THIS RELEASE', 'FOUND'], rows)}`,
    )
  },
})

/** The hash of the served content, or a word on why there is none. */
function hashAt(url: URL, ca: string | undefined): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const options = { timeout: answerMs, headers: { 'accept-encoding': 'identity' }, ca }
  const get = url.protocol === 'https:' ? getSecure : getPlain
  const request = get(url, options, (response) => {
    const hash = createHash('sha384')
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) request.destroy(new Error('too large'))
      hash.update(chunk)
    })
    response.on('end', () =>
      resolve(response.statusCode === 200 ? `sha384-${hash.digest('base64')}` : `status ${response.statusCode}`),
    )
    response.on('error', (error) => resolve(error.message))
  })
  request.on('timeout', () => request.destroy(new Error('timed out')))
  request.on('error', (error) => resolve(error.message))
  return promise
}
