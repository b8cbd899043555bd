// `npm run faults -- --rounds 200 --seconds 1 --seed 7`: kills and stops gateways and their database under load, then
// compares the books. The same as the test of this name does, at any size.
import { parseArgs } from 'node:util'
import { type FaultRun, runFaults } from '../test/support/faults/fault-run.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string' }, seed: { type: 'string' } },
})

function numberOf(name: keyof typeof values, usual: number): number {
  const number = values[name] === undefined ? usual : Number(values[name])
  if (Number.isFinite(number) && number >= 0) return number
  throw new Error(`--${name} must be a number, not ${values[name]}`)
}

const run: FaultRun = {
  rounds: numberOf('rounds', 100),
  seconds: numberOf('seconds', 0.5),
  seed: numberOf('seed', Date.now() % 2 ** 31),
  say: (line) => console.log(line),
}
const endings: (() => Promise<void>)[] = []
let failure: unknown
try {
  console.log(`${run.rounds} rounds, --seed ${run.seed}`)
  const { faults, ...figures } = await runFaults(run, { after: (clean) => endings.push(clean) })
  for (const [name, figure] of Object.entries({ ...faults, ...figures }))
    console.log(`${String(figure).padStart(8)}  ${name}`)
  console.log('Both books agree; nothing acknowledged was lost.')
} catch (error) {
  failure = error
  console.error(error)
}
for (const clean of endings) await clean()
// At once: the support of the tests would have the test runner print a summary of no tests.
process.exit(failure === undefined ? 0 : 1)
