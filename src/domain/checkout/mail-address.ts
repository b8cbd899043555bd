// Addresses of e-mails, as far as they can be written into commands and headers without changing them.

/** One address in ASCII without quotes, comments or line breaks; mail servers decide about the rest. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)
  )
}
