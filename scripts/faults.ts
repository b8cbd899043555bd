// `npm run faults -- --rounds 200 --seconds 1 --seed 7`: kills and stops gateways and their database under load while the
// acquirer misbehaves, then compares the books. The same as the test of this name does, at any size; each kind of acquirer has
// its turn, unless one is named with `--acquirer "forgets early reversals"`.
import { parseArgs } from 'node:util'
import { type AcquirerKind, acquirerKindNames } from '../test/support/faults/fault-kinds.ts'
import { type FaultFigures, type FaultRun, runFaults } from '../test/support/faults/fault-run.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    acquirer: { type: 'string' },
  },
})

function numberOf(name: 'rounds' | 'seconds' | 'seed', usual: number): number {
  const number = values[name] === undefined ? usual : Number(values[name])
  if (Number.isFinite(number) && number >= 0) return number
  throw new Error(`--${name} must be a number, not ${values[name]}`)
}

function acquirersOf(name: string | undefined): readonly AcquirerKind[] {
  if (name === undefined) return acquirerKindNames
  const kind = acquirerKindNames.find((each) => each === name)
  if (kind) return [kind]
  throw new Error(`--acquirer must be one of: ${acquirerKindNames.join(', ')}`)
}

/** A world of its own for so many rounds, with the next kind of acquirer and another seed. */
const roundsOfWorld = 25

function* runs(): Generator<FaultRun> {
  const acquirers = acquirersOf(values.acquirer)
  const seed = numberOf('seed', Date.now() % 2 ** 31)
  const rounds = numberOf('rounds', 100)
  for (let done = 0, turn = 0; done < rounds; done += roundsOfWorld, turn += 1)
    yield {
      rounds: Math.min(roundsOfWorld, rounds - done),
      seconds: numberOf('seconds', 0.5),
      seed: seed + turn,
      acquirer: acquirers[turn % acquirers.length] as AcquirerKind,
      pauseMs: 20,
      say: (line) => console.log(line),
    }
}

async function play(run: FaultRun): Promise<FaultFigures> {
  console.log(`${run.rounds} rounds, an acquirer that ${run.acquirer}, --seed ${run.seed}`)
  const endings: (() => Promise<void>)[] = []
  try {
    return await runFaults(run, { after: (clean) => endings.push(clean) })
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

let failures = 0
for (const run of runs()) {
  try {
    const { faults, acquirerFaults, heard, ...figures } = await play(run)
    console.log(`No difference: ${JSON.stringify(figures)}`)
    addTo('Killed or stopped', faults)
    addTo('Faults of the acquirer', acquirerFaults)
    addTo('What merchants heard', heard)
    addTo('Altogether', figures)
  } catch (error) {
    failures += 1
    console.error(`FAILED: an acquirer that ${run.acquirer}, --seed ${run.seed}`)
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
