// Creates a client certificate from the sandbox's own authority, for testing the client-certificate listener.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { issueDevelopmentCertificate, tlsFilesOf } from '../../compose/index.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import type { Config } from '../../platform/config/config.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import { pairs } from '../table.ts'

const validityDays = 365

export async function makeDevelopmentCertificate(config: Config, merchant: Merchant, folder: string) {
  if (config.mode !== 'sandbox')
    return commandRefused('Development certificates are available in the sandbox only; use --file instead.')
  const files = {
    certificateFile: resolve(folder, `${merchant.id}.crt`),
    keyFile: resolve(folder, `${merchant.id}.key`),
  }
  const inTheWay = Object.values(files).find((file) => existsSync(file))
  if (inTheWay !== undefined) return commandRefused(`${inTheWay} already exists; choose another folder with --out.`)

  const { certificatePem, keyPem } = await issueDevelopmentCertificate(config, {
    commonName: merchant.id,
    days: validityDays,
  })
  const failure = await placeFiles(folder, [
    { file: files.keyFile, content: keyPem, mode: 0o600 },
    { file: files.certificateFile, content: certificatePem, mode: 0o644 },
  ])
  if (failure) return failure

  const { caFile } = await tlsFilesOf(config)
  const curl = curlLine(config, merchant, { ...files, caFile })
  return {
    kind: 'MADE',
    pem: certificatePem,
    data: { ...files, curl },
    texts: [
      pairs([
        ['Certificate', files.certificateFile],
        ['Key', files.keyFile],
      ]),
      `Verify a card with it, while the sandbox runs:\n\n${curl}`,
    ],
  } as const
}

async function placeFiles(
  folder: string,
  files: readonly { readonly file: string; readonly content: string; readonly mode: number }[],
): Promise<CommandRefusal | undefined> {
  try {
    await mkdir(folder, { recursive: true })
    for (const { file, content, mode } of files) await writeFile(file, content, { mode, flag: 'wx' })
    return undefined
  } catch (error) {
    return commandRefused(`Cannot write to ${resolve(folder)} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function curlLine(
  { mtlsPort }: Config,
  { id, profile }: Merchant,
  files: { readonly certificateFile: string; readonly keyFile: string; readonly caFile: string | undefined },
): string {
  const body = {
    apiOperation: 'VERIFY',
    order: { currency: profile.currencies[0] },
    sourceOfFunds: {
      type: 'CARD',
      provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' } },
    },
  }
  // With port 0 the gateway takes any free one and prints it when it starts.
  const host = `localhost:${mtlsPort === 0 ? 'PORT' : mtlsPort}`
  const trust = files.caFile === undefined ? '' : ` --cacert ${quoted(files.caFile)}`
  return `  curl${trust} --cert ${quoted(files.certificateFile)} --key ${quoted(files.keyFile)} \\
    -X PUT "https://${host}/api/rest/version/100/merchant/${id}/order/order-$(date +%s)/transaction/1" \\
    -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
