// Which account the server's programs run under, and how to run one. PostgreSQL refuses to be started by root.
import { spawn } from 'node:child_process'
import { lchown, lstat, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type ServerAccount =
  /** The user who started the gateway. */
  | { readonly kind: 'SELF' }
  /** Root outside, this uid inside a user namespace: root's own files appear to belong to it, 0700 folders included. */
  | { readonly kind: 'NAMESPACE'; readonly uid: number; readonly gid: number }
  /** A different user, who must own every file. */
  | { readonly kind: 'OTHER'; readonly uid: number; readonly gid: number }

export interface ProcessCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly options: { cwd: string; env: NodeJS.ProcessEnv; windowsHide: true; uid?: number; gid?: number }
}

export function commandAs(account: ServerAccount, file: string, args: readonly string[]): ProcessCommand {
  // A folder that any account can enter; the programs get absolute paths anyway.
  const cwd = process.platform === 'win32' ? dirname(file) : '/'
  const options = { cwd, env: environment(), windowsHide: true } as const
  switch (account.kind) {
    case 'SELF':
      return { file, args, options }
    case 'NAMESPACE': {
      // Without --fork, unshare becomes the program: its pid is the postmaster's, and signals reach the postmaster.
      const mapping = ['--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`]
      return { file: 'unshare', args: [...mapping, '--', file, ...args], options }
    }
    case 'OTHER':
      return { file, args, options: { ...options, uid: account.uid, gid: account.gid } }
  }
}

export interface ProcessResult {
  readonly exitCode: number | null
  /** What the program printed on both its outputs, in order of arrival. */
  readonly output: string
}

interface RunOptions {
  readonly input?: string
  /** Ends the program and what it has started. */
  readonly signal?: AbortSignal | undefined
}

/** Runs a program to its end; one that cannot even be started counts as failed, with the reason as its output. */
export function runAs(
  account: ServerAccount,
  file: string,
  args: readonly string[],
  { input = '', signal }: RunOptions = {},
): Promise<ProcessResult> {
  const command = commandAs(account, file, args)
  return new Promise((resolve) => {
    // A separate process group: otherwise Ctrl-C in the terminal would end an initdb half-way, reported as its failure.
    const detached = process.platform !== 'win32'
    const child = spawn(command.file, command.args, { ...command.options, stdio: 'pipe', detached })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const end = () => {
      if (!detached || child.pid === undefined) return child.kill()
      try {
        return process.kill(-child.pid, 'SIGTERM')
      } catch {
        // It has ended by itself in this very moment.
        return false
      }
    }
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end, { once: true })
    const finish = (result: ProcessResult) => {
      signal?.removeEventListener('abort', end)
      resolve(result)
    }
    child.on('error', (error) => finish({ exitCode: null, output: error.message }))
    child.on('close', (exitCode) => finish({ exitCode, output }))
    // A program that ends without reading would make the write fail; its exit code already shows the reason.
    child.stdin.on('error', () => {}).end(input)
  })
}

/** Gives a file or a whole folder to the account, where the owner has to change. */
export async function changeOwner(account: ServerAccount, path: string): Promise<void> {
  if (account.kind !== 'OTHER') return
  await lchown(path, account.uid, account.gid)
  // Walked by hand, since a recursive readdir follows links out of the folder.
  if (!(await lstat(path)).isDirectory()) return
  for (const entry of await readdir(path)) await changeOwner(account, join(path, entry))
}

/** An account to use in place of root. It must be in the list of users, because initdb looks itself up there. */
export async function findUnprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const users = lines
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const preferred = ['tollgate', 'postgres', 'nobody'].map((name) => users.find((user) => user.name === name))
  const chosen = preferred.find((user) => user !== undefined) ?? users[0]
  return chosen && { uid: chosen.uid, gid: chosen.gid }
}

/**
 * Whether root may run programs in a user namespace here, and can reach the folder from within. Containers and hardened
 * systems often forbid namespaces; and inside one, root cannot enter folders that an ordinary user keeps closed.
 */
export async function allowsNamespace(user: { uid: number; gid: number }, folder: string): Promise<boolean> {
  const questions = ['-c', 'id -u && test -w "$1"', 'sh', folder]
  const { exitCode, output } = await runAs({ kind: 'NAMESPACE', ...user }, 'sh', questions)
  return exitCode === 0 && output.trim() === String(user.uid)
}

// The gateway's own environment holds keys and passwords, and PG* variables would change what the programs do.
function environment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec']
  return Object.fromEntries([
    ...passed.filter((name) => process.env[name] !== undefined).map((name) => [name, process.env[name]]),
    ['LC_ALL', 'C'],
  ])
}
