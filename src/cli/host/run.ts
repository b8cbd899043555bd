// Runs the ISO 8583 test host until it is stopped.
import { readFile } from 'node:fs/promises'
import { FieldError } from '../../contract/row.ts'
import { DamagedBooksError, HostInUseError, type HostOptions } from '../../host/index.ts'
import { type Framing, macKeyBytes } from '../../iso8583/index.ts'
import { findSpecification, specificationOption } from '../acquirer/messages.ts'
import { type CommandContext, command } from '../command.ts'
import { program } from '../help.ts'
import { wholeNumber } from '../options.ts'
import { type CommandRefusal, type CommandResult, commandRefused } from '../result.ts'
import { type CommandInput, choiceValue, flag, type Options, type ValueRow } from '../rows.ts'
import { dataOption, fileOption, hostFolder } from './books.ts'

const usualPort = 8583
const { isRequired: _, ...optionalSpecification } = specificationOption

const rateOption: ValueRow<number> = {
  kind: 'VALUE',
  placeholder: '<rate>',
  description: 'The share of messages with a fault, from 0 to 1. Default: 0.1.',
  parse(text) {
    const rate = /^[01](\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
    return rate >= 0 && rate <= 1 ? rate : new FieldError('must be a number from 0 to 1')
  },
}

const seedOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<seed>',
  description: 'Misbehaves at random: the same seed and messages give the same faults.',
  parse: (text) => (/^[\w-]{1,40}$/.test(text) ? text : new FieldError('must be 1 to 40 letters and digits')),
}

const tpduOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<hexadecimal>',
  description: 'Five bytes in front of each message, such as 6000030000.',
  parse: (text) => (/^[0-9a-f]{10}$/i.test(text) ? text : new FieldError('must be ten hexadecimal digits')),
}

const milliseconds = (description: string) => wholeNumber({ min: 1, max: 600_000 }, '<ms>', description)

const options = {
  data: dataOption,
  port: wholeNumber({ min: 0, max: 65535 }, '<port>', `The port for messages (default ${usualPort}).`),
  adminPort: wholeNumber(
    { min: 0, max: 65535 },
    '<port>',
    'The port for books and messages on this machine (default: the next after --port).',
  ),
  address: {
    kind: 'VALUE',
    placeholder: '<address>',
    description: 'The address to listen on. Default: 127.0.0.1.',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : new FieldError('must be an address')),
  } as ValueRow<string>,
  spec: {
    ...optionalSpecification,
    description: `${optionalSpecification.description} Default: iso87-binary.`,
  } as ValueRow<string>,
  framing: choiceValue(
    ['2-binary', '4-binary', '4-ascii'],
    '<framing>',
    'The length in front of each message (default 2-binary).',
  ),
  lengthIncludesItself: flag('The length counts its own bytes, too.'),
  tpdu: tpduOption,
  mac: choiceValue(['x9.19', 'aes-cmac'], '<algorithm>', 'Message authentication; requires --mac-key-file.'),
  macKeyFile: fileOption('The key of message authentication, in hexadecimal.'),
  kekFile: fileOption('The key under which new keys are sent, in hexadecimal; without it keys are not changed.'),
  tlsKeyFile: fileOption('The key of a certificate: connections use TLS.'),
  tlsCertificateFile: fileOption('The certificate.'),
  tlsClientCaFile: fileOption('Only clients with a certificate of this authority may connect.'),
  faults: seedOption,
  faultRate: rateOption,
  slowMs: milliseconds('How long slow answers take (default 500).'),
  lateMs: milliseconds('The delay of late messages (default 3000).'),
  echoSeconds: wholeNumber(
    { min: 1, max: 3600 },
    '<seconds>',
    'Sends an echo after this time without messages (default 60).',
  ),
  refuseSignOns: wholeNumber({ min: 0, max: 1_000_000 }, '<count>', 'Refuses the first sign-ons.'),
  withoutSignOn: flag('Takes messages from connections that have not signed on.'),
  forgetEarlyReversals: flag('A reversal that comes before its request has no effect.'),
  untilInputEnds: flag('Stops when standard input ends, and not with Ctrl-C: for a program that starts the host.'),
} as const satisfies Options

type HostInput = CommandInput<Record<never, never>, typeof options>

export const hostCommand = command({
  name: 'host',
  purpose: 'Runs a card host that speaks ISO 8583, for testing, until it is stopped.',
  arguments: {},
  options,
  example: '--port 8583 --faults 7 --fault-rate 0.05',
  notes:
    () => `It decides as the test cards say, and keeps books of its own. Expiry dates in 2036 and amounts from 9999900.01
on choose how it misbehaves; the guide "The ISO 8583 test host" lists them. "${program} host tail" shows its messages,
"${program} host books" its books. With --json, prints its ports as soon as it can be reached.`,
  async run(input, context) {
    const read = await readOptions(input, context)
    if (read.kind === 'REFUSED') return read
    return runHost(read.options, context, input.untilInputEnds === true)
  },
})

async function runHost(
  host: Omit<HostOptions, 'onFailure'>,
  { terminal, isJson }: CommandContext,
  isUntilInputEnds: boolean,
): Promise<CommandResult> {
  const failed = Promise.withResolvers<Error>()
  // No other command needs it.
  const { startHost } = await import('../../host/host.ts')
  const running = await startHost({ ...host, onFailure: failed.resolve }).catch((error: NodeJS.ErrnoException) => error)
  if (running instanceof Error) return refusalFor(running, host)
  // Not before: a process that waits for its input does not end by itself.
  const stopAsked = isUntilInputEnds ? inputEnded(terminal) : terminal.interrupted()
  const { port, adminUrl } = running
  const place = `${host.address ?? '127.0.0.1'}:${port}`
  terminal.stdout.write(
    isJson
      ? `${JSON.stringify({ port, adminUrl, folder: host.folder })}\n`
      : `The ISO 8583 test host listens on ${place}. Its books are in ${host.folder}.\nStop with Ctrl-C.\n`,
  )
  const failure = await Promise.race([stopAsked, failed.promise])
  if (failure) return commandRefused(`The host stopped, because its books could not be written: ${failure.message}`)
  await running.close()
  return { kind: 'ENDED', exitCode: 0 }
}

/** Ctrl-C in a terminal reaches this process, too: the process that started it decides when it stops. */
async function inputEnded({ stdin }: CommandContext['terminal']): Promise<void> {
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  stdin.resume().once('end', resolve).once('error', resolve)
  process.once('SIGTERM', () => resolve())
  await promise
  // A process that reads its input does not end.
  stdin.pause()
}

function refusalFor(error: NodeJS.ErrnoException, { port, adminPort }: Omit<HostOptions, 'onFailure'>): CommandRefusal {
  if (error instanceof HostInUseError || error instanceof DamagedBooksError) return commandRefused(error.message)
  if (error.code === 'EADDRINUSE')
    return commandRefused(`Port ${port} or ${adminPort} is in use; choose others with --port and --admin-port.`)
  throw error
}

async function readOptions(
  input: HostInput,
  context: CommandContext,
): Promise<CommandRefusal | { readonly kind: 'READ'; readonly options: Omit<HostOptions, 'onFailure'> }> {
  const { port = usualPort, faults: seed, faultRate: rate = 0.1, echoSeconds } = input
  const specification = await findSpecification(input.spec ?? 'iso87-binary')
  if ('kind' in specification) return specification
  const mac = await readMac(input)
  if (mac && 'kind' in mac) return mac
  const tls = await readTls(input)
  if (tls && 'kind' in tls) return tls
  return {
    kind: 'READ',
    options: {
      folder: hostFolder(input.data, context),
      port,
      adminPort: input.adminPort ?? (port === 0 || port === 65535 ? 0 : port + 1),
      specification,
      framing: framingOf(input),
      address: input.address,
      mac,
      tls,
      faults: seed === undefined ? undefined : { seed, rate },
      slowMs: input.slowMs,
      lateMs: input.lateMs,
      echoMs: echoSeconds === undefined ? undefined : echoSeconds * 1_000,
      refusedSignOns: input.refuseSignOns ?? 0,
      needsSignOn: input.withoutSignOn !== true,
      holdsEarlyReversals: input.forgetEarlyReversals !== true,
    },
  }
}

function framingOf({ framing = '2-binary', lengthIncludesItself, tpdu }: HostInput): Framing {
  const [digits, kind] = framing.split('-')
  return {
    length: `${kind}-${digits}` as Framing['length'],
    isInclusive: lengthIncludesItself === true,
    header: tpdu === undefined ? undefined : { kind: 'TPDU', bytes: Buffer.from(tpdu, 'hex') },
  }
}

async function readMac({ mac, macKeyFile, kekFile }: HostInput): Promise<HostOptions['mac'] | CommandRefusal> {
  if (mac === undefined) return undefined
  if (macKeyFile === undefined) return commandRefused('--mac requires --mac-key-file.')
  const algorithm = mac === 'x9.19' ? 'retail' : mac
  const key = await readKey(macKeyFile)
  const keyEncryptingKey = kekFile === undefined ? undefined : await readKey(kekFile)
  for (const [file, bytes] of [
    [macKeyFile, key],
    [kekFile, keyEncryptingKey],
  ] as const)
    if (file !== undefined && !macKeyBytes[algorithm].includes(bytes?.length ?? 0))
      return commandRefused(
        `${file} does not hold a key for ${mac}: ${macKeyBytes[algorithm].join(', ')} bytes in hexadecimal.`,
      )
  return key && { algorithm, key, keyEncryptingKey }
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = (await readFile(file, 'utf8').catch(() => '')).trim()
  return /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined
}

async function readTls(input: HostInput): Promise<HostOptions['tls'] | CommandRefusal> {
  const { tlsKeyFile, tlsCertificateFile, tlsClientCaFile } = input
  if (tlsKeyFile === undefined && tlsCertificateFile === undefined && tlsClientCaFile === undefined) return undefined
  if (tlsKeyFile === undefined || tlsCertificateFile === undefined)
    return commandRefused('TLS requires --tls-key-file and --tls-certificate-file.')
  try {
    const [key, cert] = [await readFile(tlsKeyFile), await readFile(tlsCertificateFile)]
    return { key, cert, ca: tlsClientCaFile === undefined ? undefined : await readFile(tlsClientCaFile) }
  } catch (error) {
    return commandRefused((error as Error).message)
  }
}
