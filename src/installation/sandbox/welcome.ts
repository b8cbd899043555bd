// What a developer sees after `npm start`: the URLs, and a command that works when pasted.

export interface WelcomeDetails {
  readonly httpUrl: string | undefined
  readonly httpsUrl: string
  readonly mtlsUrl: string
  readonly caFile: string | undefined
  readonly password: string
  readonly dataDir: string
  readonly startedInSeconds: number
  /** Of the ISO 8583 test host, if it runs beside the sandbox. */
  readonly cardHostPort?: number | undefined
}

export function welcomeText(welcome: WelcomeDetails): string {
  const { httpUrl, httpsUrl, mtlsUrl, caFile, password, dataDir, cardHostPort } = welcome
  const base = `${httpUrl ?? httpsUrl}/api/rest/version/100/merchant/TESTMERCHANT`
  const cardHost =
    cardHostPort === undefined
      ? ''
      : `\n    ISO 8583      TESTISO8583 pays at a test host on port ${cardHostPort}  (npx tollgate host tail)`
  const certificate = httpUrl || !caFile ? '' : ` --cacert ${quoted(caFile)}`
  // A new order each time the command is pasted: the same ids would return the first response again.
  const order = 'order-$(date +%s)'
  return `
  Tollgate sandbox is ready (${welcome.startedInSeconds.toFixed(1)} s). No real money moves.

    API           ${httpsUrl}/api/rest
    API, plain    ${httpUrl ? `${httpUrl}/api/rest  (this machine only)` : 'off'}
    Certificates  ${mtlsUrl}/api/rest  (client certificates)
    Console       ${httpUrl ?? httpsUrl}/console
    Reference     ${httpUrl ?? httpsUrl}/docs
    Merchant      TESTMERCHANT  (also TESTSUPPLIED, TESTPRESERVE64, TESTUNIQUE)${cardHost}
    Password      ${password}
    Console user  demo  (as merchant TESTMERCHANT or as operator; same password)
    Data          ${dataDir}${caFile ? `\n    CA to trust   ${caFile}` : ''}

  Take a payment:

    curl${certificate} -X PUT "${base}/order/${order}/transaction/1" \\
      -u ${quoted(`merchant.TESTMERCHANT:${password}`)} -H 'Content-Type: application/json' \\
      -d '{"apiOperation":"PAY","order":{"amount":"12.34","currency":"USD"},"sourceOfFunds":{"type":"CARD","provided":{"card":{"number":"5123450000000008","expiry":{"month":"1","year":"39"},"securityCode":"100"}}}}'

  Receive webhook notifications, in another terminal:

    npx tollgate webhooks listen

  Stop with Ctrl-C.
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
