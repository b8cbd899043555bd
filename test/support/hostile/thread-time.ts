// Processor time of the thread that serves requests: what other threads and other programs do at the same time is not counted.

/** The system brings the time of the running thread up to date when the whole process is asked for; else it lags by some milliseconds. */
export function threadMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export async function threadMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = threadMs()
  await work()
  return threadMs() - before
}

const warmUps = 2
const times = 5

/** The middle one of five, after the engine has seen the work twice. */
export async function medianOfFive(measure: () => Promise<number>): Promise<number> {
  for (let time = 0; time < warmUps; time += 1) await measure()
  const measured: number[] = []
  for (let time = 0; time < times; time += 1) measured.push(await measure())
  return measured.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

/** What the bounds are for: a core that does the reference work in this time. */
const referenceMs = 6
const slownessMax = 3

const referenceText = JSON.stringify(
  Array.from({ length: 2_000 }, (_, index) => ({ [`name${index}`]: `${index * 7_919}`, list: [index, index + 1] })),
)

function referenceWork(): number {
  let characters = 0
  for (const object of JSON.parse(referenceText) as readonly object[])
    for (const [name, value] of Object.entries(object))
      characters += name.length + String(value).replace(/\d/g, 'x').length
  return characters
}

/** By how much this core, with what else it does now, is slower than the one that bounds are for: parsing, strings and patterns. */
export function slownessOfCore(): number {
  const times = Array.from({ length: 15 }, () => {
    const before = threadMs()
    referenceWork()
    return threadMs() - before
  })
  const median = times.toSorted((a, b) => a - b)[7] ?? 0
  return Math.min(slownessMax, Math.max(1, median / referenceMs))
}
