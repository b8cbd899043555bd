// A time as the payer writes it: in the language of the page, by the conventions of the payer's region, in the zone of the
// device.

/** Undefined for what is no time.
 * @param {string} text @param {string} language @param {readonly string[]} [preferred] @param {string} [timeZone] */
export function localTime(text, language, preferred = navigator.languages, timeZone) {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return undefined
  const region = preferred.find((each) => each.toLowerCase().split('-')[0] === language && isLocale(each))
  /** @type {Intl.DateTimeFormatOptions} */
  const options = {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }
  return new Intl.DateTimeFormat(region ?? language, options).format(date)
}

/** Some systems name locales that are none, such as en-US@posix.
 * @param {string} text */
function isLocale(text) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0
  } catch {
    return false
  }
}
