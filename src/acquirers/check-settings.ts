// Checks a link's settings against its adapter's schema. A fault names the setting; the value of a secret is never repeated.
import { Ajv, type ErrorObject } from 'ajv'
import { addressFaultOf } from '../kernel/acquirer-hosts.ts'
import { type Explanation, explain } from '../kernel/explanation.ts'
import type { SettingsSchema, SettingValues } from '../kernel/settings-schema.ts'
import type { AcquirerAdapter, LinkEnvironment } from './adapter.ts'
import type { SettingFault } from './ports/adapter-catalogue.ts'
import { completeSchema, withDefaults } from './rules/link.ts'

const ajv = new Ajv({ strict: false, allErrors: false, messages: true })
ajv.addKeyword('isIdentity')
ajv.addKeyword('isSecret')
ajv.addKeyword('isMultiline')
ajv.addKeyword('address')
ajv.addKeyword('weakest')
ajv.addKeyword('weakeningEntry')

/** What the schema says against the settings, or else the adapter itself. */
export function checkAdapterSettings(
  adapter: Pick<AcquirerAdapter, 'settings' | 'checkSettings'>,
  values: SettingValues,
  environment: LinkEnvironment,
): SettingFault | undefined {
  const { acquirerHosts } = environment
  const fault =
    checkSettings(adapter.settings, values) ??
    (acquirerHosts && addressFaultOf(adapter.settings, values, acquirerHosts))
  return fault ?? adapter.checkSettings?.(withDefaults(completeSchema(adapter.settings), values), environment)
}

/** The first fault: unknown names before missing ones before wrong values. */
export function checkSettings(schema: SettingsSchema, values: SettingValues): SettingFault | undefined {
  const { properties, required = [] } = completeSchema(schema)
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined) return { setting: unknown, reason: explain('is not a setting of this adapter') }
  const missing = required.find((name) => values[name] === undefined && properties[name]?.default === undefined)
  if (missing !== undefined) return { setting: missing, reason: explain('is missing') }
  for (const [name, value] of Object.entries(values)) {
    const { type, ...row } = properties[name] ?? { type: 'string' }
    if (ajv.validate({ ...row, type }, value)) continue
    return { setting: name, reason: reasonOf(ajv.errors?.[0]) }
  }
  return undefined
}

/** A pattern does not help users; the setting's description gives its form in words. */
function reasonOf({ keyword, params = {}, message }: Partial<ErrorObject> = {}): Explanation | string {
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'enum':
      return explain('must be one of {values}', { values: (params['allowedValues'] as string[]).join(', ') })
    case 'pattern':
      return explain('does not have the required form')
    case 'minimum':
      return explain('must be at least {min}', { min: limit })
    case 'maximum':
      return explain('must be at most {max}', { max: limit })
    case 'minLength':
      return explain('must have at least {min} characters', { min: limit })
    case 'maxLength':
      return explain('must have at most {max} characters', { max: limit })
    default:
      return message ?? explain('is not allowed')
  }
}

/** Options of the commands about links, and of every command. */
const reservedNames: ReadonlySet<string> = new Set([
  'adapter',
  'acquirerId',
  'user',
  'unset',
  'revision',
  'json',
  'help',
])

/** What is wrong with a schema itself; of a module from outside. */
export function schemaFaultOf(schema: unknown): string | undefined {
  const { properties, required = [] } = (schema ?? {}) as SettingsSchema
  if (typeof properties !== 'object' || properties === null) return 'its settings have no properties'
  for (const [name, row] of Object.entries(properties)) {
    if (!/^[a-z][a-zA-Z0-9]{0,39}$/.test(name)) return `its setting ${JSON.stringify(name)} has no name in camel case`
    if (reservedNames.has(name)) return `its setting ${name} has the name of an option of every link`
    if (!['string', 'integer', 'boolean'].includes(row?.type))
      return `its setting ${name} is no string, integer or boolean`
    if (typeof row.title !== 'string') return `its setting ${name} has no title`
    if (row.address !== undefined && !row.isIdentity) return `its setting ${name} is an address and no identity`
    if (row.isSecret && row.type !== 'string') return `its setting ${name} is a secret and no string`
    if (row.isSecret && row.default !== undefined) return `its setting ${name} is a secret with a default`
    if (!ajv.validateSchema(row)) return `its setting ${name} has a malformed schema`
    if (row.default !== undefined && !ajv.validate(row, row.default))
      return `the default of its setting ${name} is not allowed`
  }
  const unknown = required.find((name) => !(name in properties))
  return unknown === undefined ? undefined : `it requires the setting ${unknown}, which it does not declare`
}
