// `npm run faults -- --rounds 200 --seconds 1 --seed 7`: kills and stops gateways and their database under load while the
// acquirer misbehaves, then compares the books. The same as the test of this name does, at any size; each kind of acquirer has
// its turn, unless one is named with `--acquirer "forgets early reversals"`. With `--two-gateways` a gateway in production mode
// pays through the gateway of a bank, and either, both and their databases are killed. With `--iso8583` the acquirer is the
// ISO 8583 test host, which is killed, too. With `--promotions` the primary database server is killed and its synchronous standby
// promoted in each round.
import { parseArgs } from 'node:util'
import { cardHostKinds, openCardHostAcquirer } from '../test/support/faults/card-host-acquirer.ts'
import { acquirerKindNames } from '../test/support/faults/fault-kinds.ts'
import { type FaultRun, runFaults } from '../test/support/faults/fault-run.ts'
import { type PromotionsRun, runPromotions } from '../test/support/faults/promotions-run.ts'
import { openSimulatedAcquirer } from '../test/support/faults/simulated-acquirer.ts'
import { runTwoGateways, type TwoGatewaysRun } from '../test/support/faults/two-gateways-run.ts'
import { cleanUpOnExit } from '../test/support/gateway/interruption.ts'
import type { Owner } from '../test/support/gateway/process.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    acquirer: { type: 'string' },
    'two-gateways': { type: 'boolean' },
    promotions: { type: 'boolean' },
    iso8583: { type: 'boolean' },
  },
})

function numberOf(name: 'rounds' | 'seconds' | 'seed', usual: number): number {
  const number = values[name] === undefined ? usual : Number(values[name])
  if (Number.isFinite(number) && number >= 0) return number
  throw new Error(`--${name} must be a number, not ${values[name]}`)
}

function chosenFrom<Kind extends string>(kinds: readonly Kind[]): readonly Kind[] {
  if (values.acquirer === undefined) return kinds
  const kind = kinds.find((each) => each === values.acquirer)
  if (kind) return [kind]
  throw new Error(`--acquirer must be one of: ${kinds.join(', ')}`)
}

/** A separate environment for this many rounds, with the next kind of acquirer and another seed: few, so that twenty meet most kinds. */
const roundsOfWorld = 4

interface Run {
  readonly what: string
  play(owner: Owner): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>
}

function* runs(): Generator<Run> {
  const kinds = values.iso8583 ? [] : chosenFrom(acquirerKindNames)
  const hostKinds = values.iso8583 ? chosenFrom(cardHostKinds) : []
  const firstSeed = numberOf('seed', Date.now() % 2 ** 31)
  const all = numberOf('rounds', 100)
  for (let done = 0, turn = 0; done < all; done += roundsOfWorld, turn += 1) {
    const rounds = Math.min(roundsOfWorld, all - done)
    const seed = firstSeed + turn
    const seconds = numberOf('seconds', 0.5)
    const common = { rounds, firstRound: done, seed, seconds, answers: 50, pauseMs: 20, say: console.log }
    const [kind, hostKind] = [kinds[turn % kinds.length], hostKinds[turn % hostKinds.length]]
    if (values.promotions)
      yield { what: `${rounds} promotions, --seed ${seed}`, play: (owner) => playPromotions(common, owner) }
    else if (values['two-gateways'])
      yield { what: `${rounds} rounds, two gateways, --seed ${seed}`, play: (owner) => playTwoGateways(common, owner) }
    else if (hostKind) {
      const openAcquirer = (owner: Owner) => openCardHostAcquirer(owner, { kind: hostKind, seed })
      const what = `${rounds} rounds, --iso8583, a host that ${hostKind}, --seed ${seed}`
      yield { what, play: (owner) => playAcquirer({ ...common, openAcquirer }, owner) }
    } else if (kind) {
      const openAcquirer = (owner: Owner) => openSimulatedAcquirer(owner, kind, seed)
      const what = `${rounds} rounds, an acquirer that ${kind}, --seed ${seed}`
      yield { what, play: (owner) => playAcquirer({ ...common, openAcquirer }, owner) }
    }
  }
}

async function playAcquirer(run: FaultRun, owner: Owner) {
  const { faults, acquirerFaults, heard, ...figures } = await runFaults(run, owner)
  return {
    'Killed or stopped': faults,
    'Faults of the acquirer': acquirerFaults,
    'What merchants heard': heard,
    Altogether: figures,
  }
}

async function playTwoGateways(run: TwoGatewaysRun, owner: Owner) {
  const { faults, heard, figures } = await runTwoGateways(run, owner)
  return { Killed: faults, 'What merchants heard': heard, Altogether: figures }
}

async function playPromotions(run: PromotionsRun, owner: Owner) {
  const { heard, figures } = await runPromotions(run, owner)
  return { 'What merchants heard': heard, Altogether: figures }
}

async function play(run: Run) {
  console.log(run.what)
  const endings: (() => Promise<void>)[] = []
  try {
    return await run.play({ after: (clean) => endings.push(clean) })
  } finally {
    for (const clean of endings) await clean()
  }
}

type Figures = Record<string, number>

/** Figures by what they are about. */
const sections: Record<string, Figures> = {}

/** Sums, but for what is the slowest. */
function addTo(section: string, figures: Readonly<Figures>): void {
  sections[section] ??= {}
  const sums = sections[section]
  for (const [name, figure] of Object.entries(figures))
    sums[name] = name.startsWith('slowest') ? Math.max(sums[name] ?? 0, figure) : (sums[name] ?? 0) + figure
}

cleanUpOnExit()
let failures = 0
for (const run of runs()) {
  try {
    const figures = await play(run)
    console.log(`No difference: ${JSON.stringify(figures['Altogether'])}`)
    for (const [section, values] of Object.entries(figures)) addTo(section, values)
  } catch (error) {
    failures += 1
    console.error(`FAILED: ${run.what}`)
    console.error(error)
  }
}
for (const [section, figures] of Object.entries(sections)) {
  console.log(`${section}:`)
  for (const [name, figure] of Object.entries(figures).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${String(figure).padStart(8)}  ${name}`)
}
console.log(failures === 0 ? 'Both books agree; nothing acknowledged was lost.' : `${failures} runs failed.`)
// At once: the support of the tests would have the test runner print a summary of no tests.
process.exit(failures === 0 ? 0 : 1)
