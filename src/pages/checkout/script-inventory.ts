// Every script and style sheet of the pages on which payers type their cards: its URL, its purpose, and which page uses
// it. Auditors request it, and a running gateway can be compared with it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { integrityOf, readCheckoutFiles } from './assets.ts'
import { fieldAssetsPath, readFieldFiles } from './fields/field-files.ts'
import { readCheckoutLibraries } from './library/library-routes.ts'
import type { PageView } from './page-view.ts'
import { commonScripts, styles } from './render/document.ts'
import { walletFiles } from './render/wallets.ts'

export interface PageScript {
  readonly kind: 'script' | 'style sheet'
  /** With names in place of the parts that differ between merchants. */
  readonly path: string
  /** The same as a path that can be fetched. */
  readonly fetchPath: string
  /** The gateway's own. */
  readonly version: string
  readonly bytes: number
  /** As in an integrity attribute. */
  readonly sha384: string
  readonly usedBy: readonly string[]
}

/** A payment page has further files where it offers wallets. */
type InventoriedPage = PageView['kind'] | 'PAY_WITH_WALLETS'

/** The script of each page; all of them have the common ones, and the styles. */
const scriptOfPage: Readonly<Record<InventoriedPage, string>> = {
  AMOUNT: 'report-height.js',
  PAY: 'pay.js',
  PAY_WITH_WALLETS: 'wallets.js',
  WAIT: 'wait.js',
  UNFINISHED: 'unfinished.js',
  LEAVE: 'leave.js',
  EXAMINATION: 'examination.js',
  CHALLENGE: 'challenge.js',
  CHALLENGED: 'challenged.js',
  RECEIPT: 'receipt.js',
  NOTICE: 'report-height.js',
  HAND_OVER: 'hand-over.js',
}

const pageNames: Readonly<Record<InventoriedPage, string>> = {
  AMOUNT: 'page of a payment link',
  PAY: 'payment page',
  PAY_WITH_WALLETS: 'payment page with wallets',
  WAIT: 'waiting page',
  UNFINISHED: 'page of an unfinished payment',
  LEAVE: 'page on the way to a provider',
  EXAMINATION: 'page of the hidden frame of the bank',
  CHALLENGE: 'challenge page',
  CHALLENGED: 'page after a challenge',
  RECEIPT: 'receipt',
  NOTICE: 'notice',
  HAND_OVER: 'hand-over page',
}

/** The page as the inventory names it. */
export function inventoryNameOf(view: PageView): string {
  return pageNames[view.kind === 'PAY' && view.wallets ? 'PAY_WITH_WALLETS' : view.kind]
}

export function pageScripts(): readonly PageScript[] {
  const version = gatewayVersion()
  const describe = (
    file: Pick<PageScript, 'path' | 'fetchPath' | 'usedBy'> & { readonly bytes: Buffer },
  ): PageScript => ({
    ...file,
    kind: file.path.endsWith('.css') ? 'style sheet' : 'script',
    version,
    bytes: file.bytes.length,
    sha384: integrityOf(file.bytes),
  })
  return [...payersFiles(), ...fieldFiles(), ...libraries()].map(describe)
}

function payersFiles() {
  const { files, url } = readCheckoutFiles()
  const used = new Map<string, string[]>()
  for (const [kind, script] of Object.entries(scriptOfPage) as [InventoriedPage, string][]) {
    const own = kind === 'PAY_WITH_WALLETS' ? walletFiles.styles : []
    const names = [
      ...styles,
      ...own,
      ...commonScripts.flatMap((name) => [...withImports(name, files)]),
      ...withImports(script, files),
    ]
    for (const name of names) used.set(name, [...(used.get(name) ?? []), pageNames[kind]])
  }
  return [...used].map(([name, usedBy]) => {
    const file = files.get(name)
    if (!file) throw new Error(`a page uses ${name}, which does not exist`)
    return { path: url(name), fetchPath: url(name), usedBy, bytes: file.bytes }
  })
}

/** The module and everything it imports. */
function withImports(
  entry: string,
  files: ReadonlyMap<string, { readonly bytes: Buffer }>,
  inventoried: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const text = files.get(entry)?.bytes.toString('utf8') ?? ''
  const all = new Set([...inventoried, entry])
  for (const [, name = ''] of text.matchAll(/^import .* from '\.\/([^']+)'$/gm))
    if (!all.has(name)) for (const each of withImports(name, files, all)) all.add(each)
  return all
}

function fieldFiles() {
  const { assets, fingerprint, parts } = readFieldFiles()
  return [...assets].map(([name, { bytes }]) => {
    const path = `${fieldAssetsPath}/${fingerprint}/${name}`
    const usedBy = Object.entries(parts).flatMap(([frame, names]) => (names.includes(name) ? [`${frame} frame`] : []))
    return { path, fetchPath: path, usedBy, bytes }
  })
}

/** What merchants' pages load: every version gets the same text. */
function libraries() {
  const usedBy = ["merchants' pages"]
  const session = '/form/version/:version/merchant/:merchantId/session.js'
  return [...readCheckoutLibraries(), { path: session, text: readFieldFiles().library }].map(({ path, text }) => ({
    path: path.replace(/:(\w+)/g, '{$1}'),
    fetchPath: path.replace(':version', '62').replace(':merchantId', 'TESTMERCHANT').replace(':release', '1.3.0'),
    usedBy,
    bytes: Buffer.from(text),
  }))
}

function gatewayVersion(): string {
  const manifest = readFileSync(resolve(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
