// The country of an IP address.

export interface IpCountries {
  /** The country by ISO 3166-1 alpha-3; undefined when it is unknown, or when the text is no IP address. */
  find(ipAddress: string): string | undefined
}
