// What a table does where its columns do not fit.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** What does not fit is scrolled, also by keyboard; what fits needs no stop on the way through the page. */
export function useScrolling(caption: string) {
  const ref = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const { current } = ref
    if (!current) return undefined
    const observer = new ResizeObserver(() => setIsScrolled(current.scrollWidth > current.clientWidth))
    observer.observe(current)
    for (const child of current.children) observer.observe(child)
    return () => observer.disconnect()
  })
  return { ref, scrolling: isScrolled ? { tabIndex: 0, role: 'region', 'aria-label': caption } : {} }
}

/** Less is a scroll bar that has come or gone. */
const widthChangeMin = 24

/**
 * How many of the columns that may be left out have to be, for the others to fit; and whether even then times have to be in two lines.
 * Found before anything is painted: the table is laid out with all columns, and their widths say which ones have to be left out.
 */
export function useLeftOut(max: number, rows: unknown) {
  const ref = useRef<HTMLTableElement>(null)
  const [tried, setTried] = useState({ rows, steps: 0 })
  const steps = tried.rows === rows ? Math.min(tried.steps, max + 1) : 0
  useLayoutEffect(() => {
    const { current: table } = ref
    const paper = table?.parentElement
    if (!table || !paper || steps > max) return
    const missing = paper.scrollWidth - paper.clientWidth
    if (missing > 0) setTried({ rows, steps: steps + stepsToFree(missing, table) })
  })
  useEffect(() => {
    const paper = ref.current?.parentElement
    if (!paper) return undefined
    let width = paper.clientWidth
    const observer = new ResizeObserver(() => {
      if (Math.abs(paper.clientWidth - width) < widthChangeMin) return
      width = paper.clientWidth
      setTried({ rows, steps: 0 })
    })
    observer.observe(paper)
    return () => observer.disconnect()
  }, [rows])
  return { ref, leftOut: Math.min(steps, max), isTight: steps > max }
}

/**
 * Where columns do not fit, each is as narrow as it can be, so that without some of them the table is narrower by their widths. The
 * last ones go first; where all of them are not enough, one more step remains.
 */
function stepsToFree(missing: number, table: HTMLTableElement): number {
  const widths = [...table.querySelectorAll('th[data-minor]')].map((heading) => heading.getBoundingClientRect().width)
  let freed = 0
  let steps = 0
  // Widths of parts are rounded.
  while (freed < missing - 1 && steps < widths.length) freed += widths.at(-1 - steps++) ?? 0
  return freed < missing - 1 ? steps + 1 : Math.max(steps, 1)
}
