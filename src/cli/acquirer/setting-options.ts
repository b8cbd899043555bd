// An adapter's settings as options of a command, made from its schema. Secrets are read from a file, from the
// environment or at a prompt, never from the command line, which other users of the machine can see. A text of
// several lines may come from a file, too: the command reads it and stores its content, because gateways read no
// files that a link names.
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type AdapterDescription, settingValueOf } from '../../acquirers/index.ts'
import { FieldError } from '../../contract/row.ts'
import type { SettingSchema, SettingsSchema, SettingValue, SettingValues } from '../../kernel/settings-schema.ts'
import type { CommandContext } from '../command.ts'
import { optionName } from '../read-arguments.ts'
import { type UsageError, usageError } from '../result.ts'
import { flag, type Options, type ValueRow } from '../rows.ts'
import { pairs } from '../table.ts'

type Given = Readonly<Record<string, unknown>>

const fileOption = (name: string) => `${name}File`
const secretOptions = (name: string) => ({ file: fileOption(name), env: `${name}Env`, prompt: `${name}Prompt` })

export function settingOptions({ properties, required = [] }: SettingsSchema): Options {
  const options: Record<string, Options[string]> = {}
  for (const [name, row] of Object.entries(properties)) {
    const about = describe(row, required.includes(name))
    if (!row.isSecret) {
      options[name] = settingValue(row, about)
      if (row.isMultiline) options[fileOption(name)] = textOf('<path>', `${row.title}, read from this file.`)
      continue
    }
    const { file, env, prompt } = secretOptions(name)
    options[file] = textOf('<path>', `${about} Read from this file.`)
    options[env] = textOf('<VARIABLE>', `${row.title}, read from this environment variable.`)
    options[prompt] = flag(`${row.title}, asked for at a prompt.`)
  }
  return options
}

/** The settings of each adapter, for the help of a command whose options they are. */
export function settingsHelp(adapters: readonly AdapterDescription[]): string {
  const sections = adapters.map(({ name, title, settings }) => {
    const rows = Object.entries(settingOptions(settings)).map(
      ([key, row]) =>
        [row.kind === 'FLAG' ? optionName(key) : `${optionName(key)} ${row.placeholder}`, row.description] as const,
    )
    return `Settings of the adapter ${name} (${title})\n${pairs(rows)}`
  })
  return `${sections.join('\n\n')}

Adapters of TOLLGATE_ADAPTERS have options of their own, named like their settings. Secrets are sealed in the
vault and never shown again.`
}

function describe({ title, description, default: usual, isIdentity }: SettingSchema, isRequired: boolean): string {
  const parts = [
    `${title}.`,
    description,
    usual === undefined ? undefined : `Default: ${usual}.`,
    isRequired ? 'Required.' : undefined,
    isIdentity ? 'A change makes a new revision.' : undefined,
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}

function textOf(placeholder: string, description: string): ValueRow<string> {
  return { kind: 'VALUE', placeholder, description, parse: (text) => text }
}

function settingValue({ type, enum: words }: SettingSchema, description: string): ValueRow<SettingValue> {
  const placeholder = words ? words.join('|') : { string: '<text>', integer: '<number>', boolean: 'true|false' }[type]
  const row = { kind: 'VALUE', placeholder, description, words } as const
  return { ...row, parse: (text) => settingValueOf(type, text) ?? new FieldError(valueFaults[type]) }
}

const valueFaults: Readonly<Record<SettingSchema['type'], string>> = {
  string: 'must be text',
  integer: 'must be a whole number',
  boolean: 'must be true or false',
}

/** The settings that were given. A required secret that was not is asked for. */
export async function readSettings(
  { properties, required = [] }: SettingsSchema,
  input: Given,
  { env, terminal }: CommandContext,
  { isNew }: { readonly isNew: boolean },
): Promise<{ readonly kind: 'VALUES'; readonly values: SettingValues } | UsageError> {
  const values: Record<string, SettingValue> = {}
  const names: string[] = []
  for (const [name, { isSecret, isMultiline }] of Object.entries(properties)) {
    if (!isSecret) {
      const value = isMultiline ? await readText(name, input) : (input[name] as SettingValue | undefined)
      if (typeof value === 'object') return value
      if (value !== undefined) values[name] = value
      continue
    }
    const options = secretOptions(name)
    const ways = Object.values(options).filter((option) => input[option] !== undefined)
    if (ways.length > 1) return usageError(`${ways.map(optionName).join(' and ')} cannot be combined.`)
    const secret = await readSecret(options, input, env)
    if (typeof secret === 'object') return secret
    if (secret !== undefined) values[name] = secret
    else if (input[options.prompt] !== undefined || (isNew && required.includes(name))) names.push(name)
  }
  const answers = await askSecrets(
    names.map((name) => properties[name]?.title ?? name),
    terminal,
  )
  for (const [index, name] of names.entries()) {
    const answer = answers[index]
    if (!answer) return usageError(`${optionName(secretOptions(name).file)} is missing, and nothing was entered.`)
    values[name] = answer
  }
  return { kind: 'VALUES', values }
}

/** As it was typed, or the content of the file. */
async function readText(name: string, input: Given): Promise<string | UsageError | undefined> {
  const [typed, path] = [input[name], input[fileOption(name)]]
  if (typeof path !== 'string') return typed as string | undefined
  if (typed !== undefined)
    return usageError(`${optionName(name)} and ${optionName(fileOption(name))} cannot be combined.`)
  return readFileOption(fileOption(name), path)
}

async function readFileOption(option: string, path: string): Promise<string | UsageError> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '')
  } catch (error) {
    return usageError(`${optionName(option)} cannot be read: ${(error as Error).message}.`)
  }
}

async function readSecret(
  { file, env: variable }: ReturnType<typeof secretOptions>,
  input: Given,
  env: CommandContext['env'],
): Promise<string | UsageError | undefined> {
  const name = input[variable]
  if (typeof input[file] === 'string') return readFileOption(file, input[file])
  if (typeof name !== 'string') return undefined
  return env[name] ?? usageError(`${optionName(variable)} names ${name}, which is not set.`)
}

/** One line each; what is typed is not shown. */
async function askSecrets(titles: readonly string[], { stdin, stderr }: CommandContext['terminal']) {
  if (titles.length === 0) return []
  const isTerminal = 'isTTY' in stdin && stdin.isTTY === true
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: isTerminal })
  const answers: string[] = []
  try {
    if (titles[0]) stderr.write(`${titles[0]}: `)
    for await (const line of lines) {
      answers.push(line)
      if (isTerminal) stderr.write('\n')
      const next = titles[answers.length]
      if (next === undefined) break
      stderr.write(`${next}: `)
    }
  } finally {
    lines.close()
  }
  return answers
}
