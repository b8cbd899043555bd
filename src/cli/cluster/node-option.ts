// The address of a node, as an argument or option of the commands about clusters.
import { FieldError } from '../../contract/row.ts'

export interface NodeOption {
  readonly host: string
  readonly port: number
}

const address = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):(\d{1,5})$/

export function parseNode(text: string): NodeOption | FieldError {
  const [, host, port] = address.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535) return new FieldError('must be a host and a port, such as db1:5432')
  return { host, port: Number(port) }
}

/** The same, as it was written: lists of values are texts. */
export function parseNodeText(text: string): string | FieldError {
  const node = parseNode(text)
  return node instanceof FieldError ? node : text
}

export function nodeOf(text: string): NodeOption {
  const node = parseNode(text)
  if (node instanceof FieldError) throw node
  return node
}
