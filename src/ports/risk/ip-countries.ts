// Where in the world an IP address is used.

export interface IpCountries {
  /** The country by ISO 3166-1 alpha-3; undefined when nobody knows, or when the text is no IP address. */
  find(ipAddress: string): string | undefined
}
