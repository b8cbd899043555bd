// Root and ordinary users: PostgreSQL refuses to run as root, and an ordinary user cannot enter root's folders.
import assert from 'node:assert/strict'
import { chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  asRootOnly,
  assertMark,
  assertOneLine,
  cloneInto,
  closedClone,
  copyUsedFolder,
  failureOf,
  folderOf,
  isAlive,
  leaveMark,
  ordinaryUser,
  publicClone,
  serverPid,
  startChild,
  temporaryFolder,
  usedFolder,
} from '../../../../test/support/gateway/embedded-kit.ts'
import { allowsNamespace } from './account.ts'
import { startEmbeddedPostgres } from './index.ts'

const pointerName = 'pg18-is-elsewhere.json'

const pointerIn = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, pointerName), 'utf8')) as { home: string; uid: number; complete: boolean }

/** A data folder that only root can enter, and a folder beside it where copies may go. */
async function closedFolder(t: TestContext): Promise<{ closed: string; dataDir: string; copyInto: string }> {
  const closed = await temporaryFolder(t, 0o700)
  return { closed, dataDir: join(closed, 'data'), copyInto: await temporaryFolder(t, 0o755) }
}

async function uidOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/status`, 'utf8')).match(/^Uid:\s+(\d+)/m)?.[1])
}

test('root runs the server in a user namespace when clone and data are in a closed folder', asRootOnly, async (t) => {
  if (!(await allowsNamespace(ordinaryUser, '/tmp'))) return t.skip('user namespaces are not allowed here')
  const { closed, dataDir } = await closedFolder(t)
  const clone = await closedClone()
  const first = startChild(t, { dataDir, runAs: 'namespace' }, { clone })
  const { connection, failure } = await first.response
  assert.equal(failure, undefined)
  await leaveMark(connection ?? {})
  const pid = await serverPid(dataDir)
  await first.finish()
  assert.equal(await isAlive(pid), false)
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('pg-server')),
    [],
  )

  const moved = join(closed, 'moved')
  await rename(dataDir, moved)
  const second = await startEmbeddedPostgres({ dataDir: moved, runAs: 'namespace' })
  await assertMark(second.connection)
  await second.stop()
})

test(
  'where namespaces are not allowed, server and data are copied to where another user can run them',
  asRootOnly,
  async (t) => {
    const { closed, dataDir, copyInto } = await closedFolder(t)
    const clone = await closedClone()
    const options = { runAs: 'copy', copyInto } as const
    const first = startChild(t, { dataDir, ...options }, { clone })
    const { connection, failure } = await first.response
    assert.equal(failure, undefined)
    await leaveMark(connection ?? {})
    const { home, uid } = await pointerIn(dataDir)
    assert.ok(home.startsWith(copyInto) && uid > 0)
    assert.deepEqual([(await stat(home)).uid, (await stat(home)).mode & 0o777], [uid, 0o700])
    const pid = await serverPid(home)
    assert.equal(await uidOf(pid), uid)
    assert.ok((await readdir(home)).some((name) => name.startsWith('pg-server-18.')))
    await first.kill()

    const adopting = startChild(t, { dataDir, ...options }, { clone })
    assert.equal((await adopting.response).adopted, true)
    await adopting.finish()
    assert.equal(await isAlive(pid), false)

    const moved = join(closed, 'moved')
    await rename(dataDir, moved)
    // The pointer decides, not the choice one would make today.
    const second = await startEmbeddedPostgres({ dataDir: moved })
    assert.ok(second.connection.host.startsWith(home))
    await assertMark(second.connection)
    await second.stop()
  },
)

test(
  'data made in a namespace is copied when namespaces are no longer allowed, and the original is set aside',
  asRootOnly,
  async (t) => {
    const dataDir = await usedFolder(t)
    const copyInto = await temporaryFolder(t, 0o755)
    const second = await startEmbeddedPostgres({ dataDir, runAs: 'copy', copyInto })
    await assertMark(second.connection)
    await second.stop()
    const names = (await readdir(dataDir)).filter((name) => name.startsWith('pg18'))
    assert.deepEqual(names.map((name) => name.replace(/\d+$/, '')).sort(), [pointerName, 'pg18.copied-'])
  },
)

test('an interrupted copy is discarded, and the data folder stays in use', asRootOnly, async (t) => {
  const dataDir = await usedFolder(t)
  const copyInto = await temporaryFolder(t, 0o755)
  const home = join(copyInto, 'tollgate-broken')
  await mkdir(join(home, 'pg18'), { recursive: true })
  await writeFile(join(home, 'belongs-to.json'), JSON.stringify({ dataDir }))
  await writeFile(join(dataDir, pointerName), JSON.stringify({ home, uid: 65534, gid: 65534, complete: false }))
  const second = await startEmbeddedPostgres({ dataDir, runAs: 'copy', copyInto })
  await assertMark(second.connection)
  await second.stop()
  assert.deepEqual(await readdir(copyInto), [(await pointerIn(dataDir)).home.slice(copyInto.length + 1)])
})

test('a pointer to a copy that is missing, or shared with another folder, stops the start', asRootOnly, async (t) => {
  const { closed, dataDir, copyInto } = await closedFolder(t)
  await copyUsedFolder(dataDir)
  await (await startEmbeddedPostgres({ dataDir, runAs: 'copy', copyInto })).stop()
  const twin = join(closed, 'twin')
  await cp(dataDir, twin, { recursive: true })
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir: twin })), /share one database/)
  await (await startEmbeddedPostgres({ dataDir })).stop()

  const { home } = await pointerIn(dataDir)
  await rename(join(home, 'pg18'), join(home, 'lost'))
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir })), /is gone from there: bring it back/)
  await rename(join(home, 'lost'), join(home, 'pg18'))
  await mkdir(join(dataDir, 'pg18'))
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir })), /There are two databases/)
  await rm(join(dataDir, 'pg18'), { recursive: true })
  await (await startEmbeddedPostgres({ dataDir })).stop()
})

test(
  'an ordinary user runs the server; root may run commands in between, and the server stays that user’s',
  asRootOnly,
  async (t) => {
    const clone = await publicClone()
    const dataDir = await folderOf(ordinaryUser, await temporaryFolder(t, 0o755))
    const first = startChild(t, { dataDir }, { ...ordinaryUser, clone })
    const { connection, failure } = await first.response
    assert.equal(failure, undefined)
    await leaveMark(connection ?? {})
    await first.kill()

    const adopted = await startEmbeddedPostgres({ dataDir })
    assert.equal(adopted.adopted, true)
    await adopted.stop()
    const own = await startEmbeddedPostgres({ dataDir })
    assert.equal(own.adopted, false)
    assert.equal(await uidOf(await serverPid(dataDir)), ordinaryUser.uid)
    await assertMark(own.connection)
    await own.stop()
    for (const name of await readdir(dataDir))
      assert.equal((await stat(join(dataDir, name))).uid, ordinaryUser.uid, name)

    const last = startChild(t, { dataDir }, { ...ordinaryUser, clone })
    await assertMark((await last.response).connection)
    await last.finish()
  },
)

test('root with its clone in a closed folder can serve an ordinary user’s data', asRootOnly, async (t) => {
  const clone = await closedClone()
  const dataDir = await usedFolder(t, 'data', ordinaryUser)
  const second = startChild(t, { dataDir }, { clone })
  await assertMark((await second.response).connection)
  await second.finish()
})

test('an ordinary user’s data moved into a closed folder is refused with advice', asRootOnly, async (t) => {
  const { dataDir, closed } = await closedFolder(t)
  await rename(await usedFolder(t, 'data', ordinaryUser), dataDir)
  const message = await failureOf(startEmbeddedPostgres({ dataDir }))
  assert.match(message, /belongs to user 65534, who cannot use it there .*chown -R 0:0/)
  assert.deepEqual(await readdir(closed), ['data'])
})

test(
  'a server that runs unseen in another container is detected, and no second one is started',
  asRootOnly,
  async (t) => {
    const dataDir = await usedFolder(t)
    // A process namespace, as containers have; killing its first process ends all others in it.
    const through = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
    const child = startChild(t, { dataDir }, { through })
    await assertMark((await child.response).connection)
    assert.match(
      await failureOf(startEmbeddedPostgres({ dataDir })),
      /served by a process that cannot be seen from here/,
    )
    await child.finish()
    const server = await startEmbeddedPostgres({ dataDir })
    await assertMark(server.connection)
    await server.stop()
  },
)

test("root can run the server inside an ordinary user's closed folder", asRootOnly, async (t) => {
  const folder = await folderOf(ordinaryUser, await temporaryFolder(t, 0o755))
  const clone = await cloneInto(folder)
  const copyInto = await temporaryFolder(t, 0o755)
  const dataDir = join(folder, 'data')
  const child = startChild(t, { dataDir, copyInto }, { clone })
  const { connection, failure } = await child.response
  assert.equal(failure, undefined)
  await leaveMark(connection ?? {})
  await child.finish()
  const again = await startEmbeddedPostgres({ dataDir })
  await assertMark(again.connection)
  await again.stop()
})

test('root’s data is refused to an ordinary user, with advice, in either way', asRootOnly, async (t) => {
  const clone = await publicClone()
  const folder = await temporaryFolder(t, 0o755)
  const dataDir = await folderOf(ordinaryUser, folder)
  await copyUsedFolder(dataDir)
  await (await startEmbeddedPostgres({ dataDir, runAs: 'copy', copyInto: folder })).stop()
  const copied = await startChild(t, { dataDir }, { ...ordinaryUser, clone }).response
  assertOneLine(copied.failure ?? '')
  assert.match(copied.failure ?? '', /was made by root and lies in .*: start as root/)

  const plainDir = await usedFolder(t, 'data', ordinaryUser)
  await chown(join(plainDir, 'pg18'), 0, 0)
  const plain = await startChild(t, { dataDir: plainDir }, { ...ordinaryUser, clone }).response
  assertOneLine(plain.failure ?? '')
  assert.match(plain.failure ?? '', /No permission to .* as user 65534: start as its owner/)
})
