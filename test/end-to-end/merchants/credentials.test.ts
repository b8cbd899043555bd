// The guide to changing passwords and certificates, command by command, with a merchant's programs that must always be let in.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import { apiPath, type ClientRequest, send } from '../../support/clients/client.ts'
import { makeCertificate } from '../../support/fixtures/merchants.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { repository } from '../../support/gateway/process.ts'

let gateway: TestGateway
let folder = ''
let sections: readonly (readonly string[])[] = []
let password = ''

before(async () => {
  gateway = await startGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-credentials-'))
  const guide = await readFile(join(repository, 'docs', 'guides', 'credentials.md'), 'utf8')
  sections = [...guide.matchAll(/^```\n([\s\S]+?)^```/gm)].map(([, block = '']) =>
    block.split('\n').filter((line) => line.startsWith('npx tollgate ')),
  )
  password = (await ran('merchant create SHOP1 --no-twin')).password
})
after(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})

async function ran(line: string) {
  const words = line.replace('npx tollgate ', '').split(' ')
  const result = await runHere(words, testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: folder }))
  return result.kind === 'DONE' ? JSON.parse(JSON.stringify(result.data)) : assert.fail(JSON.stringify(result))
}

type Proof = Pick<ClientRequest, 'login' | 'tls'>

const letIn = 400
const by = (secret: string): Proof => ({ login: `merchant.SHOP1:${secret}` })

/** The status each proof gets for an order that is not there, 400 when it is let in; by a gateway that has never heard of the
 * merchant, since others may know its credentials as they were up to five seconds ago. */
async function ask(...proofs: readonly Proof[]): Promise<readonly number[]> {
  const fresh = await startGateway({}, gateway.database)
  try {
    const { httpsUrl, mtlsUrl } = fresh.listeners
    const path = apiPath('/order/x', { merchant: 'SHOP1' })
    const responses: number[] = []
    for (const proof of proofs) responses.push((await send(proof.tls ? mtlsUrl : httpsUrl, { path, ...proof })).status)
    return responses
  } finally {
    await fresh.stop()
  }
}

describe('the guide to credentials', () => {
  it('gives programs credentials of their own', async () => {
    const [addJob = '', addReport = '', addCertificate = '', list = '', revoke = ''] = sections[0] ?? []
    const job = await ran(addJob)
    const report = await ran(addReport)
    const { cert, key } = await makeCertificate(gateway)
    const file = join(folder, 'vault.crt')
    await writeFile(file, cert)
    const { certificate } = await ran(addCertificate.replace(/--file \S+/, `--file ${file}`))
    assert.deepEqual(certificate.operations, ['RETRIEVE_ORDER', 'UNMASK'])
    assert.deepEqual(await ask(by(job.password), by(report.password), { login: null, tls: { cert, key } }), [
      letIn,
      letIn,
      letIn,
    ])
    const names = (await ran(list)).passwords.map(({ name }: { name?: string }) => name)
    assert.deepEqual(names, [undefined, 'settlement-job', 'report'])
    await ran(revoke)
    await ran(`merchant password revoke SHOP1 --slot ${report.slot}`)
    assert.deepEqual(await ask(by(password), by(job.password)), [letIn, 401])
    await ran(`merchant certificate revoke SHOP1 --fingerprint ${certificate.fingerprint}`)
  })

  it('replaces a password without a gap', async () => {
    const [add = '', show = '', revoke = ''] = sections[1] ?? []
    const { password: next } = await ran(add)
    assert.deepEqual(await ask(by(password), by(next)), [letIn, letIn], 'both work during the change')
    assert.equal((await ran(show)).passwords.length, 2)
    await ran(revoke)
    assert.deepEqual(await ask(by(password), by(next)), [401, letIn])
    password = next
  })

  it('replaces a certificate without a gap', async () => {
    const [add = '', list = '', revoke = ''] = sections[2] ?? []
    const [old, next] = [await makeCertificate(gateway), await makeCertificate(gateway)]
    const certificates = [old, next].map(({ cert, key }) => ({ login: null, tls: { cert, key } }))
    const [byOld, byNext] = certificates
    if (!byOld || !byNext) return assert.fail()
    for (const [index, { cert }] of [old, next].entries()) {
      const file = join(folder, `${index}.crt`)
      await writeFile(file, cert)
      await ran(add.replace(/--file \S+/, `--file ${file}`))
    }
    assert.deepEqual(await ask(byOld, byNext), [letIn, letIn], 'both work during the change')
    const valid = (await ran(list)).certificates.filter(({ status }: { status: string }) => status === 'VALID')
    assert.equal(valid.length, 2)
    await ran(revoke.replace(/<.+>/, old.fingerprint))
    assert.deepEqual(await ask(byOld, byNext), [403, letIn])
  })

  it('changes from passwords to certificates', async () => {
    const [add = '', both = '', only = ''] = sections[3] ?? []
    const { cert, key } = await makeCertificate(gateway)
    const byCertificate = { login: null, tls: { cert, key } }
    const file = join(folder, 'last.crt')
    await writeFile(file, cert)
    await ran(add.replace(/--file \S+/, `--file ${file}`))
    await ran(both)
    assert.deepEqual(await ask(by(password), byCertificate), [letIn, letIn], 'both work during the change')
    await ran(only)
    assert.deepEqual(await ask(by(password), byCertificate), [401, letIn])
  })
})
