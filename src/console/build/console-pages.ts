// The console's pages as files that browsers load. They are built from sources, so they may not be there yet.

export interface ConsoleFile {
  readonly contentType: string
  readonly bytes: Buffer
  /** The same, compressed beforehand. */
  readonly brotli: Buffer
  readonly gzip: Buffer
}

export type ConsoleBuild =
  | {
      readonly kind: 'BUILT'
      /** The one page, with %NONCE% where each response has its own value. */
      readonly page: string
      /** By their path below /console/. */
      readonly files: ReadonlyMap<string, ConsoleFile>
    }
  | { readonly kind: 'BUILDING' }
  | {
      readonly kind: 'MISSING'
      /** Why the last build failed, in one line. */
      readonly reason?: string
    }

export interface ConsolePages {
  getBuild(): Promise<ConsoleBuild>
}
