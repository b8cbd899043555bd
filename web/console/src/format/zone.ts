// The time zone in which times are shown and days begin: the user's choice, or the browser's.
const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

let chosen: string | undefined

export function setTimeZone(zone: string | undefined): void {
  chosen = zone
}

export function timeZone(): string {
  return chosen ?? browserZone
}

/** "Europe/Berlin (GMT+1)". */
export function zoneText(zone = timeZone(), at = new Date()): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  return offset === undefined || zone === 'UTC' ? zone : `${zone.replaceAll('_', ' ')} (${offset})`
}

/** The zones that can be chosen. */
export function timeZones(): readonly string[] {
  return [...new Set([browserZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

/** The moment at which clocks of the zone show this: 2026-11-30T09:00. One that they skip is the moment after. */
export function instantAt(local: string, zone = timeZone()): Date | undefined {
  const wanted = Date.parse(`${local}${local.includes('T') ? '' : 'T00:00'}Z`)
  if (Number.isNaN(wanted)) return undefined
  // The offset of a moment nearby is right, except beside a change of the clocks: then the second one is.
  const near = wanted - offsetMs(wanted, zone)
  return new Date(wanted - offsetMs(near, zone))
}

/** The day in the zone, as 2026-11-30. */
export function dayAt(instant: Date, zone = timeZone()): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), zone)).toISOString().slice(0, 10)
}

/** A day further, back if it is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** How far clocks of the zone are ahead of UTC. */
function offsetMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (name: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === name)?.value)
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return shown - Math.floor(at / 1_000) * 1_000
}
