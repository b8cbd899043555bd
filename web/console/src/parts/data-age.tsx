// How old the data on a page is, where it comes from a standby of the database.
import { useEffect, useState } from 'react'
import type { DataAge } from '../../../../src/reports/ports/delayed-reads.ts'
import type { Jsonified } from '../api/json.ts'
import { clockText, durationText } from '../format/time.ts'
import { t } from '../language/text.ts'

const tickMs = 1_000

/** Nothing for data of the primary. The age grows while the page is open; the browser's clock may be wrong, its pace is not. */
export function DataAgeText({ age }: { readonly age: Jsonified<DataAge> | undefined }) {
  const elapsedMs = useElapsedMs(age)
  if (!age) return null
  return (
    <span className="data-age">
      {t('Data as of {time}, {age} old', { time: clockText(age.asOf), age: durationText(age.ageMs + elapsedMs) })}
    </span>
  )
}

function useElapsedMs(since: object | undefined): number {
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    if (!since) return undefined
    const startMs = performance.now()
    setElapsedMs(0)
    const timer = setInterval(() => setElapsedMs(performance.now() - startMs), tickMs)
    return () => clearInterval(timer)
  }, [since])
  return elapsedMs
}
