// `npm run card-testing -- --probes 10000`: card testing on hosted pages and hosted fields of two running gateways, one campaign
// after the other, with a fifth as many honest payments in between; then the acquirer's books say what got through.
// `--campaign "one address with many cards"` runs that one alone.
import { parseArgs } from 'node:util'
import { startAttackedGateways } from '../test/support/card-testing/attacked-gateways.ts'
import { assertStopped, type Campaign, campaigns, runCampaign } from '../test/support/card-testing/campaign.ts'
import { cleanUpOnExit } from '../test/support/gateway/interruption.ts'

const { values } = parseArgs({
  options: { probes: { type: 'string', default: '10000' }, campaign: { type: 'string' } },
})

const probes = Number(values.probes)
if (!Number.isSafeInteger(probes) || probes < 5)
  throw new Error(`--probes must be a number from 5, not ${values.probes}`)
const chosen = campaigns.filter(({ name }) => values.campaign === undefined || name === values.campaign)
if (chosen.length === 0) throw new Error(`--campaign must be one of: ${campaigns.map(({ name }) => name).join(', ')}`)

/** One for each campaign, so that the counts of one do not stop the next. */
const merchants = ['TESTMERCHANT', 'TESTSUPPLIED', 'TESTPRESERVE64', 'TESTUNIQUE']

cleanUpOnExit()
const endings: (() => Promise<void>)[] = []
let failures = 0
try {
  const world = await startAttackedGateways({ after: (clean) => endings.push(clean) })
  for (const [index, campaign] of chosen.entries()) await attack(campaign, world.of(merchants[index] ?? ''))
  await world.stop()
} finally {
  for (const clean of endings) await clean()
}

async function attack(campaign: Campaign, gateways: Parameters<typeof runCampaign>[2]): Promise<void> {
  console.log(`${campaign.name}, ${campaign.parallel} at a time, merchant ${gateways.merchant}`)
  try {
    const say = (line: string) => console.log(`  ${line}`)
    const figures = await runCampaign(campaign, { probes, honest: Math.floor(probes / 5), say }, gateways)
    console.log(`  ${JSON.stringify(figures)}`)
    assertStopped(campaign, figures)
  } catch (error) {
    failures += 1
    console.error(error)
  }
}

console.log(
  failures === 0 ? 'Every campaign was stopped; no honest payment was refused.' : `${failures} campaigns failed.`,
)
// At once: the support of the tests would have the test runner print a summary of no tests.
process.exit(failures === 0 ? 0 : 1)
