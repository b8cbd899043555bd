// What was paid with, as lists show it: masked.

/** The instrument, as far as it may be shown. */
export interface MaskedInstrument {
  readonly source: string | undefined
  readonly scheme: string | undefined
  readonly account: string | undefined
  readonly firstSix: string | undefined
  readonly lastFour: string | undefined
  readonly token: string | undefined
}

/** The members of requests and answers that are read. */
export interface InstrumentRecord {
  readonly sourceOfFunds?: {
    readonly type?: string
    readonly token?: string
    readonly provided?: Readonly<Record<string, Provided | undefined>>
  }
}

interface Provided {
  readonly number?: string
  readonly bankAccountNumber?: string
  readonly scheme?: string
}

/** Values from the acquirer or provider replace those of the request. */
export function instrumentOf(request: InstrumentRecord, message: InstrumentRecord): MaskedInstrument {
  const provided = { ...request.sourceOfFunds?.provided, ...message.sourceOfFunds?.provided }
  const shown = Object.values(provided).find(
    (each) => each?.number !== undefined || each?.bankAccountNumber !== undefined,
  )
  const account = shown?.number ?? shown?.bankAccountNumber
  const isCard = shown !== undefined && shown === provided['card']
  return {
    source: message.sourceOfFunds?.type ?? request.sourceOfFunds?.type,
    scheme: provided['card']?.scheme,
    account,
    firstSix: isCard ? account?.match(/^\d{6}(?=x)/)?.[0] : undefined,
    lastFour: account?.match(/(?<=x)\d{4}$/)?.[0],
    token: message.sourceOfFunds?.token ?? request.sourceOfFunds?.token,
  }
}

export function hasInstrument({ source, account, token }: MaskedInstrument): boolean {
  return source !== undefined || account !== undefined || token !== undefined
}

export function pickInstrument({
  source,
  scheme,
  account,
  firstSix,
  lastFour,
  token,
}: MaskedInstrument): MaskedInstrument {
  return { source, scheme, account, firstSix, lastFour, token }
}
