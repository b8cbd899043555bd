// Requests that need no page: captures, refunds and voids of earlier payments, payments by agreement, and
// reversals.

import type { Provider } from '../../../kernel/provider.ts'
import type { AcquirerRequest, ReversalResult, SendDeadline } from '../../../payments/index.ts'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import { type Database, inUnitOfWork, prepared } from '../../../platform/postgres/database.ts'
import { isAgreementActive } from './agreements.ts'
import { type Script, type ScriptStep, scriptOfLater } from './conventions.ts'
import { hasEffectiveDependents, isVoided, type ProviderClient, readFamily, sumsOf } from './family.ts'
import { onlyProviderLine, type ProviderLineKey, updatesOfRequest } from './payments.ts'
import type { ProviderLine, ProviderLineKind, ProviderLineRow } from './provider-line.ts'
import { providerLineStatusOf } from './provider-line-status.ts'

const declined = (acquirerCode: string, acquirerMessage: string) =>
  ({ gatewayCode: 'DECLINED', acquirerCode, acquirerMessage }) as const
const notSupported = { gatewayCode: 'NOT_SUPPORTED', acquirerCode: '57', acquirerMessage: 'Not supported' } as const

type FollowUpRequest = Extract<AcquirerRequest, { original: unknown }>
type Outcome = Omit<ScriptStep, 'afterMs'>

const written = [
  'kind',
  'currency',
  'amount_minor',
  'original_reference',
  'root_reference',
  'agreement_id',
  'details',
  'course',
  'first_word',
  'started_at',
]

const write = prepared(
  'providers-write',
  `insert into simulated_providers.line as l (provider, account, reference, asked, ${written.join(', ')})
   values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (provider, account, reference) do update set asked = l.asked + 1, ${updatesOfRequest(written)}
   returning *`,
)

interface RequestDecision {
  readonly script: Script
  readonly rootReference: string | null
  readonly agreementId: string | null
}

/**
 * Decides on a request and stores it; one that is stored already keeps its first decision. The commit is what sends it, and
 * nothing is committed when its time is over by then.
 */
export async function writeRequest(
  database: Database,
  provider: Provider,
  { question, now, sendBefore }: { readonly question: AcquirerRequest; readonly now: Date } & SendDeadline,
): Promise<ProviderLine | 'NOT_SENT'> {
  let isSent = false
  const isKept = () => {
    isSent = elapsedMs() < sendBefore
    return isSent
  }
  const work = async (runner: ProviderClient) => {
    const { script, rootReference, agreementId } = await decide(runner, { provider, question, now })
    const { acquirerMerchantId, reference, currency, details } = question
    const { rows } = await runner.query<ProviderLineRow>(
      write([
        provider,
        acquirerMerchantId,
        reference,
        kindOf(question),
        currency,
        'amountMinor' in question ? String(question.amountMinor) : '0',
        'original' in question ? question.original.reference : null,
        rootReference,
        agreementId,
        JSON.stringify(details),
        JSON.stringify(script.course),
        script.firstWord ?? null,
        now,
      ]),
    )
    return onlyProviderLine(rows)
  }
  const line = await inUnitOfWork(database, work, { isKept })
  return isSent ? line : 'NOT_SENT'
}

function kindOf({ kind }: AcquirerRequest): ProviderLineKind {
  switch (kind) {
    case 'AUTHORIZE':
    case 'PAY':
    case 'CAPTURE':
    case 'REFUND':
    case 'VOID':
      return kind
    default:
      return 'OTHER'
  }
}

interface DecisionInput {
  readonly provider: Provider
  readonly question: AcquirerRequest
  readonly now: Date
}

async function decide(runner: ProviderClient, asked: DecisionInput): Promise<RequestDecision> {
  const { question } = asked
  if ('original' in question) return decideFollowUp(runner, { ...asked, question })
  if (question.kind === 'AUTHORIZE' || question.kind === 'PAY') return decidePayment(runner, { ...asked, question })
  return { script: atOnce(notSupported), rootReference: question.reference, agreementId: null }
}

const approved = { gatewayCode: 'APPROVED' } as const

/** Payments without a browser require an agreement, which only provider A offers. */
async function decidePayment(
  runner: ProviderClient,
  {
    provider,
    question,
    now,
  }: DecisionInput & { readonly question: Extract<AcquirerRequest, { kind: 'AUTHORIZE' | 'PAY' }> },
): Promise<RequestDecision> {
  const { acquirerMerchantId: account, reference: rootReference, instrument, details } = question
  if (provider !== 'PROVIDER_A' || instrument.kind !== 'PROVIDER_A')
    return { script: atOnce(notSupported), rootReference, agreementId: null }
  const agreementId = instrument.number.open()
  const isActive = await isAgreementActive(runner, { account, agreementId, now })
  const refusal = isActive ? undefined : atOnce(declined('16', 'No such agreement'))
  const script = scriptOfLater(details.order?.reference) ?? scriptOfLater(details.transaction?.reference)
  return { script: refusal ?? script ?? atOnce(approved), rootReference, agreementId }
}

const findOriginal = prepared(
  'providers-find-original',
  `select root_reference from simulated_providers.line
   where provider = $1 and account = $2 and reference = $3 and kind is not null`,
)

async function decideFollowUp(
  runner: ProviderClient,
  { provider, question, now }: DecisionInput & { readonly question: FollowUpRequest },
): Promise<RequestDecision> {
  const { acquirerMerchantId: account, original, details } = question
  const key: ProviderLineKey = { provider, account, reference: original.reference }
  const { rows } = await runner.query<Pick<ProviderLineRow, 'root_reference'>>(
    findOriginal([key.provider, key.account, key.reference]),
  )
  const rootReference = rows[0]?.root_reference ?? null
  const family = rootReference === null ? [] : await readFamily(runner, { ...key, reference: rootReference })
  const script = scriptOfLater(details.transaction?.reference) ?? atOnce(approved)
  const refusal = canSucceed(script) ? followUpRefusal(question, { provider, family, now }) : undefined
  return { script: refusal ? atOnce(refusal) : script, rootReference, agreementId: null }
}

/** A request that fails anyway is not checked for other reasons. */
function canSucceed({ course }: Script): boolean {
  const last = course.at(-1)
  return last === undefined || last.gatewayCode.startsWith('APPROVED')
}

const originals: Readonly<
  Record<Exclude<FollowUpRequest['kind'], 'UPDATE_AUTHORIZATION'>, readonly ProviderLineKind[]>
> = {
  CAPTURE: ['AUTHORIZE'],
  REFUND: ['AUTHORIZE', 'CAPTURE', 'PAY'],
  VOID: ['AUTHORIZE', 'CAPTURE', 'PAY', 'REFUND'],
}

/** Why a later request is refused, if it is. */
function followUpRefusal(
  question: FollowUpRequest,
  {
    provider,
    family,
    now,
  }: { readonly provider: Provider; readonly family: readonly ProviderLine[]; readonly now: Date },
): Outcome | undefined {
  const { kind, amountMinor, currency, original, reference } = question
  if (kind === 'UPDATE_AUTHORIZATION') return notSupported
  // A bank transfer is complete at once, and can only be transferred back.
  if (kind === 'VOID' && provider !== 'PROVIDER_A') return notSupported
  const target = family.find((line) => line.reference === original.reference)
  if (!target) return declined('25', 'Original not found')
  if (!target.kind || !originals[kind].includes(target.kind)) return declined('12', 'Not possible for this original')
  if (target.isReversed) return declined('79', 'Original was reversed')
  const lineStatus = providerLineStatusOf(target, now)
  if (!lineStatus.isApproved) return declined('76', 'Original was not approved')
  if (isVoided(target, family, now)) return declined('73', 'Original was voided')
  if (target.currency !== currency) return declined('72', 'Currency differs from the original')
  if (kind === 'VOID') return voidRefusal(target, { family, now, since: lineStatus.since })
  const others = family.filter((line) => line.reference !== reference)
  const { reservedMinor, takenMinor, refundedMinor } = sumsOf(others, now)
  if (kind === 'CAPTURE' && amountMinor > reservedMinor - takenMinor) return declined('61', 'More than is reserved')
  if (kind === 'REFUND' && amountMinor > takenMinor - refundedMinor) return declined('62', 'More than was taken')
  return undefined
}

function voidRefusal(
  target: ProviderLine,
  { family, now, since }: { readonly family: readonly ProviderLine[]; readonly now: Date; readonly since: Date },
): Outcome | undefined {
  if (hasEffectiveDependents(target, family, now)) return declined('77', 'Captured or refunded already')
  // Money that was taken or returned is settled by the end of the day; a reservation is not.
  const isSettled = target.kind !== 'AUTHORIZE' && dayOf(since) !== dayOf(now)
  return isSettled ? declined('95', 'Settled already') : undefined
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function atOnce(outcome: Outcome): Script {
  return { course: [{ afterMs: 0, ...outcome }] }
}

// Reversals: the gateway instructs the provider to cancel a request, whether or not it ever arrived.

const findRoot = prepared(
  'providers-find-root',
  'select root_reference from simulated_providers.line where provider = $1 and account = $2 and reference = $3',
)

// A request that has not arrived gets an entry that will refuse it. Both write the same row, therefore neither misses
// the other, however close they come.
const take = prepared(
  'providers-take-reversal',
  `insert into simulated_providers.line as l (provider, account, reference, asked, started_at, reversed_at)
   values ($1, $2, $3, 0, $4, $4)
   on conflict (provider, account, reference) do update set asked = l.asked
   returning *`,
)

const undo = prepared(
  'providers-undo',
  'update simulated_providers.line set reversed_at = $4 where provider = $1 and account = $2 and reference = $3',
)

export function reverseProviderLine(database: Database, key: ProviderLineKey, now: Date): Promise<ReversalResult> {
  const { provider, account, reference } = key
  return inUnitOfWork(database, async (runner): Promise<ReversalResult> => {
    const root = await rootOf(runner, key)
    const family = root === undefined ? [] : await readFamily(runner, { ...key, reference: root })
    const { rows } = await runner.query<ProviderLineRow>(take([provider, account, reference, now]))
    const line = onlyProviderLine(rows)
    if (line.isReversed) return { kind: 'ACKNOWLEDGED' }
    // Reversing a payment under a capture or a refund would leave money without an owner.
    if (hasEffectiveDependents(line, family, now)) return { kind: 'REFUSED' }
    await runner.query(undo([provider, account, reference, now]))
    return { kind: 'ACKNOWLEDGED' }
  })
}

async function rootOf(
  runner: ProviderClient,
  { provider, account, reference }: ProviderLineKey,
): Promise<string | undefined> {
  const { rows } = await runner.query<Pick<ProviderLineRow, 'root_reference'>>(findRoot([provider, account, reference]))
  return rows[0]?.root_reference ?? undefined
}
