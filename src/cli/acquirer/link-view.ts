// How commands show acquirer links. A secret is never shown, only whether it is set.
import type { AdapterCatalogue, Link, OpenOnRevision, SettingsRevision } from '../../acquirers/index.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { pairs, table } from '../table.ts'

interface LinkDetails {
  readonly link: Link
  readonly open: readonly OpenOnRevision[]
  readonly merchants: readonly string[]
}

const nothingOpen = { attempts: 0, reversals: 0, manualResolutions: 0 }

export function linkData(link: Link): object {
  const { revisions, ...rest } = link
  return { ...rest, revisions: revisions.map(revisionData) }
}

function revisionData({ secrets, ...revision }: SettingsRevision): object {
  return { ...revision, secrets: Object.keys(secrets) }
}

export function detailsData({ link, open, merchants }: LinkDetails): object {
  const { revisions, ...rest } = link
  return {
    ...rest,
    merchants,
    revisions: revisions.map((revision) => {
      const found = open.find((each) => each.revision === revision.revision)
      return { ...revisionData(revision), open: { ...nothingOpen, ...found } }
    }),
  }
}

/** What protects less than it could, of the current revision. */
export function warningsOf(
  { adapter, revision, revisions }: Link,
  catalogue: Pick<AdapterCatalogue, 'warningsOf'>,
): readonly string[] {
  const { settings, secrets } = revisions.find((each) => each.revision === revision) ?? {}
  return catalogue.warningsOf(adapter, { ...settings, ...secrets }).map(({ text }) => explanationText(text))
}

const warningText = (warnings: readonly string[]) => warnings.map((text) => `\n\nWarning: ${text}`).join('')

export function linkText(link: Link, catalogue: Pick<AdapterCatalogue, 'find' | 'warningsOf'>): string {
  const adapter = catalogue.find(link.adapter)
  const lines = pairs([
    ['Link', link.linkId],
    [
      'Adapter',
      adapter ? `${link.adapter}: ${adapter.title}` : `${link.adapter}, which this installation does not have`,
    ],
    ['Acquirer id', link.acquirerId],
    ['Enabled', link.isEnabled ? 'yes' : 'no'],
    ['Revision', String(link.revision)],
    ...settingPairs(link.revisions.find(({ revision }) => revision === link.revision)),
  ])
  return `${lines}${warningText(warningsOf(link, catalogue))}`
}

function settingPairs(revision: SettingsRevision | undefined): readonly (readonly [string, string])[] {
  const { settings = {}, secrets = {} } = revision ?? {}
  return [
    ...Object.entries(settings).map(([name, value]) => [name, inOneLine(String(value))] as const),
    ...Object.keys(secrets).map((name) => [name, 'set, not shown'] as const),
  ]
}

/** Of a certificate, its first line; the data of the command has all of it. */
function inOneLine(value: string): string {
  const [first = '', ...others] = value.trim().split(/\r?\n/)
  return others.length === 0 ? value : `${first} (${others.length + 1} lines)`
}

export function detailsText(
  { link, open, merchants }: LinkDetails,
  catalogue: Pick<AdapterCatalogue, 'find' | 'warningsOf'>,
): string {
  const rows = link.revisions.map(({ revision, change, createdAt }) => {
    const { attempts, reversals, manualResolutions } = open.find((each) => each.revision === revision) ?? nothingOpen
    const counts = [attempts, reversals, manualResolutions].map(String)
    return [String(revision), createdAt.toISOString(), String(change - 1), ...counts]
  })
  const headings = ['REVISION', 'CREATED', 'TUNED', 'OPEN', 'REVERSALS', 'MANUAL RESOLUTION']
  return `${linkText(link, catalogue)}

${table(headings, rows)}

Merchants: ${merchants.join(', ') || 'none'}`
}
