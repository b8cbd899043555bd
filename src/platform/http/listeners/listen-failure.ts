import { OperatorFailure } from '../../../kernel/operator-failure.ts'

/** A listener could not be opened; the message is one line for the operator. */
export class ListenFailure extends OperatorFailure {
  override readonly name = 'ListenFailure'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly portSetting: string
  readonly hostSetting?: string
}

export function listenFailure(code: string, { host, port, portSetting, hostSetting }: ListenAddress): ListenFailure {
  const elsewhere = hostSetting === undefined ? '' : `; set ${hostSetting} to one of its addresses`
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken by another program; set ${portSetting} to another port.`,
    EACCES: `This user may not open port ${port}; grant CAP_NET_BIND_SERVICE, or set ${portSetting} to a port above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}${elsewhere}.`,
    EAFNOSUPPORT: `This machine has no address ${host}${elsewhere}.`,
    ENOTFOUND: `The name ${host} is not known on this machine${elsewhere}.`,
    EAI_AGAIN: `The name ${host} is not known on this machine${elsewhere}.`,
  }
  const other = `Port ${port} on ${host} cannot be opened (${code}); ${portSetting} sets the port.`
  return new ListenFailure(code, messages[code] ?? other)
}
