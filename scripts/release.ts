// Packs a release: every tracked file and the built console in one archive, so that installing it needs no bundler.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { buildConsole } from '../src/console/build/build.ts'
import { auditSignatures } from './registry-signatures.ts'

const root = resolve(import.meta.dirname, '..')

/** The archive's path. Its one folder is named after the version. */
export async function packRelease(outDir: string): Promise<string> {
  const { folder: built } = await buildConsole()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `tollgate-${version}`
  const archive = join(outDir, `${name}.tar.gz`)
  const scratch = await mkdtemp(join(tmpdir(), 'tollgate-release-'))
  try {
    // Under the archive's one folder as they are, since copying three thousand files takes many times as long as packing them.
    await symlink(root, join(scratch, name), 'junction')
    const parts = [...trackedFiles(), relative(root, built)].map((part) => `${name}/${part}`)
    const list = join(scratch, 'parts')
    await writeFile(list, parts.join('\n'))
    await mkdir(outDir, { recursive: true })
    execFileSync('tar', ['-czf', archive, '-C', scratch, '-T', list])
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return archive
}

function trackedFiles(): readonly string[] {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  return files.split('\0').filter((file) => file !== '')
}

/** False when the release must not be made. Without the registry it is made, and says so; `--signed` refuses that, too. */
async function checkSignatures(): Promise<boolean> {
  const audit = await auditSignatures()
  switch (audit.kind) {
    case 'VERIFIED':
      console.log(
        `Signatures of the packages are right; ${audit.attested ?? 'an unknown number'} have a verified provenance.`,
      )
      return true
    case 'REFUSED':
      console.error(`The registry does not vouch for these packages:\n${audit.faults.join('\n')}`)
      return false
    case 'NOT_CHECKED':
      console.error(`Signatures of the packages were not checked: ${audit.why}`)
      return !process.argv.includes('--signed')
  }
}

if (process.argv[1] === import.meta.filename) {
  if (await checkSignatures()) console.log(`Packed ${await packRelease(join(root, 'build', 'release'))}`)
  else process.exitCode = 1
}
